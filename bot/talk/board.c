#include "bot/talk/board.h"

#include "engine/game.h"

void board_add_turn(const struct render *render, const char *separator)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	union any_view seen;
	table->game->view(state, state->turn, &seen.view);
	render_message(render, separator, turn_public_message(table->game, &seen.view),
		ARGS(arg_name("seat", table_name(table, state->turn))));
}

bool board_add_cards(const struct render *render, const struct view *view, bool brief)
{
	struct events events = { .count = 0 };
	const char *dot = catalog_part_separator(render->locale);
	bool any = false;
	game_describe(render->table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++) {
		const struct event *event = &events.event[i];
		if (brief && event_traits(event) & TRAIT_LONG)
			continue;
		/*
		 * The cards of an event of the same kind and seat continue the list of the event
		 * before.
		 */
		if (i > 0 && event_traits(event) & TRAIT_LISTED && event[-1].kind == event->kind &&
			event->seat == event[-1].seat) {
			render_message(render, ", ", MSG_EVENT_MORE,
				ARGS(arg_cards("cards", event->cards, event->count)));
			continue;
		}
		if (brief && event_traits(event) & TRAIT_PILED && event->count > 1) {
			render_pile(render, any ? dot : " ", event);
			any = true;
		} else
			any = render_event(render, any ? dot : " ", event) || any;
	}
	return any;
}

/* Adds the cards that the player may use, unless they may use every card: "Play only 4:QD." */
static void add_limit(const struct render *render, const struct turn_cards *turn)
{
	static const enum message words[2][2] = {
		{ MSG_HAND_ONLY_PLAY, MSG_HAND_BUT_PLAY },
		{ MSG_HAND_ONLY_PLACE, MSG_HAND_BUT_PLACE },
	};
	struct string only = STRING_EMPTY;
	struct string but = STRING_EMPTY;
	struct render list = *render;
	if (turn->act == ACT_DISCARD)
		render_message(render, " ", MSG_HAND_ONLY_DISCARD, NO_ARGS);
	if (!turn_is_limited(turn))
		return;
	list.out = &only;
	render_places(&list, turn->hand, turn->count, turn->places);
	list.out = &but;
	render_places(&list, turn->hand, turn->count, ~turn->places);
	bool most = 2 * but.length < only.length;
	render_message(render, " ", words[turn->act == ACT_PLACE][most],
		ARGS(arg_text("cards", most ? but.bytes : only.bytes)));
	string_free(&only);
	string_free(&but);
}

void board_add_offers(const struct render *render, const struct view *view)
{
	struct moves moves;
	struct turn_cards turn;
	bool play = false;
	bool discard = false;
	card king = CARD_NONE;
	game_view_legal(render->table->game, view, &moves);
	turn_read_cards(render->table->game, view, &turn);
	add_limit(render, &turn);
	for (unsigned i = moves.count; i-- > 0;) {
		struct move move = moves.move[i];
		play |= move.act == ACT_PLAY;
		discard |= move.act == ACT_DISCARD;
		if (move.act == ACT_PLAY && move.call == CALL_KING)
			king = move.card;
	}
	if (king != CARD_NONE)
		render_message(render, " ", MSG_HAND_OFFER_KING,
			ARGS(arg_number("number", turn_find_number(&turn, turn.places, king))));
	if (play && discard)
		render_message(render, " ", MSG_HAND_OFFER_DISCARD, NO_ARGS);
}

const struct seat_transient *board_number_hand(struct table *table, unsigned seat)
{
	struct seat_transient *place = &table->transient.seat[seat];
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	place->shown = (uint8_t)table->game->hand(&seen.view, place->hand);
	return place;
}

void board_add_advice(const struct render *render, card wanted)
{
	union any_view seen;
	struct turn_cards turn;
	struct string named = STRING_EMPTY;
	struct render list = *render;
	list.out = &named;
	render->table->game->view(table_state(render->table), render->seat, &seen.view);
	board_number_hand(render->table, render->seat);
	turn_read_cards(render->table->game, &seen.view, &turn);
	render_places(&list, turn.hand, turn.count, turn.places);
	render_message(render, "", turn_advice_message(&turn),
		ARGS(arg_text("cards", named.bytes),
			arg_number("number", turn_find_number(&turn, turn.places, wanted)),
			arg_number("own", turn_find_number(&turn, ~0u, wanted))));
	string_free(&named);
}

void board_add_hand(const struct render *render, const char *separator)
{
	const struct seat_transient *place = board_number_hand(render->table, render->seat);
	render_message(
		render, separator, place->shown > 0 ? MSG_HAND_CARDS : MSG_HAND_EMPTY, NO_ARGS);
	render_hand(render, place->hand, place->shown);
}

static void add_scores(const struct render *render)
{
	struct string scores = STRING_EMPTY;
	struct render list = *render;
	list.out = &scores;
	render_scores(&list);
	render_message(render, "",
		render->table->game->rounds ? MSG_PANEL_SCORES_ROUND : MSG_PANEL_SCORES,
		ARGS(arg_number("hand", table_state(render->table)->hand),
			arg_text("scores", scores.bytes)));
	string_free(&scores);
}

void board_add_open_table(const struct render *render)
{
	const struct table *table = render->table;
	struct string names = STRING_EMPTY;
	struct render list = *render;
	list.out = &names;
	render_names(&list);
	render_message(render, " ", MSG_TABLE_OPEN,
		ARGS(ARGS_OF_GAME(table), arg_text("names", names.bytes)));
	string_free(&names);
}

void board_add_last_moves(const struct render *render, const char *before, unsigned since)
{
	const struct table_transient *transient = &render->table->transient;
	struct string moves = STRING_EMPTY;
	struct render list = *render;
	unsigned first = transient->last_count;
	list.out = &moves;
	list.seat = SEAT_NONE;
	while (first > 0 && transient->last[first - 1].seat != since)
		first--;
	for (unsigned i = first; i < transient->last_count; i++)
		render_event(&list, " ", &transient->last[i]);
	string_add(render->out, moves.length > 0 ? before : "");
	string_add(render->out, moves.bytes);
	string_free(&moves);
}

void board_add_table(const struct render *render)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	union any_view seen;
	render_number(render);
	string_add_char(render->out, ' ');
	add_scores(render);
	string_add_char(render->out, '\n');
	if (!table->running || state->phase != PHASE_PLAY) {
		render_message(render, "", MSG_TABLE_OVER, NO_ARGS);
		return;
	}
	struct string on_table = STRING_EMPTY;
	struct render list = *render;
	list.out = &on_table;
	table->game->view(state, SEAT_NONE, &seen.view);
	board_add_cards(&list, &seen.view, false);
	string_add(render->out, on_table.bytes);
	string_free(&on_table);
	board_add_last_moves(render, "\n", SEAT_NONE);
	string_add_char(render->out, '\n');
	board_add_turn(render, "");
}

void board_add_panel(const struct catalog *catalog, struct table *table, unsigned seat,
	enum board_panel size, struct string *out)
{
	struct render render = { .out = out,
		.catalog = catalog,
		.locale = person_locale(table->seat[seat].player),
		.table = table,
		.seat = seat };
	const struct state *state = table_state(table);
	union any_view seen;
	if (state->phase != PHASE_PLAY) {
		board_add_open_table(&render);
		return;
	}
	table->game->view(state, seat, &seen.view);
	if (size < PANEL_HAND && board_add_cards(&render, &seen.view, size > PANEL_ALL))
		string_add_char(out, '\n');
	if (size < PANEL_UNSCORED) {
		add_scores(&render);
		string_add_char(out, '\n');
	}
	board_add_hand(&render, "");
	string_add_char(out, '\n');
	if (state->turn == seat) {
		enum message turn = turn_private_message(table->game, &seen.view);
		struct turn_cards allowed;
		turn_read_cards(table->game, &seen.view, &allowed);
		bool brief = turn == MSG_HAND_TURN_PLAY &&
			(size >= PANEL_UNSCORED || turn_is_limited(&allowed));
		render_message(&render, "", brief ? MSG_HAND_TURN : turn, NO_ARGS);
		board_add_offers(&render, &seen.view);
	} else
		board_add_turn(&render, "");
}

/* Lists the legal moves of a seat; no moves if another seat is to move. */
static void list_moves(
	struct table *table, unsigned seat, const struct view *view, struct moves *moves)
{
	const struct state *state = table_state(table);
	moves->count = 0;
	if (state->phase == PHASE_PLAY && state->turn == seat)
		game_view_legal(table->game, view, moves);
}

void board_add_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	struct moves moves;
	union any_view seen;
	locale.style = STYLE_ASCII; /* people type cards in ASCII, not with suit symbols */
	table->game->view(table_state(table), seat, &seen.view);
	list_moves(table, seat, &seen.view, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		eventtext_move(out, catalog, locale, moves.move[i]);
		string_add_char(out, '\n');
	}
}

/* True if two moves differ only in their cards. */
static bool is_same_kind(struct move one, struct move other)
{
	return one.act == other.act && (one.act != ACT_PLAY || one.call == other.call);
}

void board_add_numbered_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	struct moves moves;
	struct string numbers = STRING_EMPTY;
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	list_moves(table, seat, &seen.view, &moves);
	const struct seat_transient *place = board_number_hand(table, seat);
	for (unsigned i = 0; i < moves.count; i++) {
		bool known = false;
		for (unsigned k = 0; k < i && !known; k++)
			known = is_same_kind(moves.move[k], moves.move[i]);
		if (known)
			continue;
		/* Collect the numbers of the cards for all moves of this kind: "1|2|5". */
		card named[3];
		unsigned count = move_cards(moves.move[i], named);
		cards set = 0;
		for (unsigned k = 0; k < count; k++)
			set |= card_bit(named[k]);
		for (unsigned k = 0; k < moves.count; k++)
			if (count == 1 && is_same_kind(moves.move[k], moves.move[i]))
				set |= card_bit(moves.move[k].card);
		string_clear(&numbers);
		for (unsigned k = 0; k < place->shown; k++) {
			if (!(set & card_bit(place->hand[k])))
				continue;
			string_add(&numbers, numbers.length == 0 ? "" : count > 1 ? " " : "|");
			string_add_number(&numbers, k + 1);
		}
		string_add(out, out->length > 0 ? ", " : "");
		eventtext_move_with(out, catalog, locale, moves.move[i], numbers.bytes);
	}
	string_free(&numbers);
}
