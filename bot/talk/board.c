#include "bot/talk/board.h"

#include "bot/talk/turn.h"
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

/* Adds cards to the list that the event before began. Returns false if they begin a list. */
static bool add_to_list(const struct render *render, const struct events *events, unsigned i)
{
	const struct event *event = &events->event[i];
	if (i == 0 || !(event_traits(event) & TRAIT_LISTED) || event[-1].kind != event->kind ||
		event->seat != event[-1].seat)
		return false;
	render_message(
		render, ", ", MSG_EVENT_MORE, ARGS(arg_cards("cards", event->cards, event->count)));
	return true;
}

void board_add_cards_in_lines(const struct render *render, const struct view *view, bool contracts)
{
	struct events events = { .count = 0 };
	struct string line = STRING_EMPTY;
	struct render list = *render;
	list.out = &line;
	game_describe(render->table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++) {
		const struct event *event = &events.event[i];
		if ((event->kind == EVENT_CONTRACT) != contracts || event->kind == EVENT_HELD ||
			add_to_list(&list, &events, i))
			continue;
		string_add(render->out, line.bytes);
		string_add(render->out, line.length > 0 ? "\n" : "");
		string_clear(&line);
		render_event(&list, "", event);
	}
	string_add(render->out, line.bytes);
	string_add(render->out, line.length > 0 ? "\n" : "");
	string_free(&line);
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
		if (add_to_list(render, &events, i))
			continue;
		if (brief && event_traits(event) & TRAIT_PILED && event->count > 1) {
			render_pile(render, any ? dot : " ", event);
			any = true;
		} else
			any = render_event(render, any ? dot : " ", event) || any;
	}
	return any;
}

static const struct seat_transient *number(
	struct table *table, unsigned seat, const struct view *view)
{
	struct seat_transient *place = &table->transient.seat[seat];
	place->shown = (uint8_t)table->game->hand(view, place->hand);
	return place;
}

void board_number_hand(struct table *table, unsigned seat)
{
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	number(table, seat, &seen.view);
}

void board_add_hand(const struct render *render, const char *separator, const struct view *view)
{
	const struct seat_transient *place = number(render->table, render->seat, view);
	render_message(
		render, separator, place->shown > 0 ? MSG_HAND_CARDS : MSG_HAND_EMPTY, NO_ARGS);
	render_hand(render, place->hand, place->shown);
}

static void add_scores(const struct render *render)
{
	struct string scores = STRING_EMPTY;
	struct render list = *render;
	list.out = &scores;
	render_scores(&list, false);
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
		ARGS(arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_options("options", table->options), arg_text("names", names.bytes)));
	string_free(&names);
}

/* Adds the last moves of the hand as one line. */
static void add_last_moves(const struct render *render)
{
	const struct table_transient *transient = &render->table->transient;
	struct string moves = STRING_EMPTY;
	struct render list = *render;
	list.out = &moves;
	for (unsigned i = 0; i < transient->last_count; i++)
		render_event(&list, " ", &transient->last[i]);
	string_add(render->out, moves.length > 0 ? "\n" : "");
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
	add_last_moves(render);
	string_add_char(render->out, '\n');
	board_add_turn(render, "");
}

static struct render render_seat(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	return (struct render){
		.out = out,
		.catalog = catalog,
		.locale = person_locale(table->seat[seat].player),
		.table = table,
		.seat = seat,
	};
}

void board_add_panel(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct render render = render_seat(catalog, table, seat, out);
	const struct state *state = table_state(table);
	union any_view seen;
	if (state->phase != PHASE_PLAY) {
		board_add_open_table(&render);
		return;
	}
	table->game->view(state, seat, &seen.view);
	board_add_cards(&render, &seen.view, false);
	string_add_char(out, '\n');
	add_scores(&render);
	string_add_char(out, '\n');
	board_add_hand(&render, "", &seen.view);
	string_add_char(out, '\n');
	if (state->turn == seat) {
		render_message(&render, "", turn_private_message(table->game, &seen.view), NO_ARGS);
		turn_add_offers(out, catalog, render.locale, table->game, &seen.view);
	} else
		board_add_turn(&render, "");
}

void board_add_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	const struct state *state = table_state(table);
	struct moves moves = { .count = 0 };
	union any_view seen;
	locale.style = STYLE_ASCII; /* people type cards in ASCII, not with suit symbols */
	table->game->view(state, seat, &seen.view);
	if (state->phase == PHASE_PLAY && state->turn == seat)
		game_view_legal(table->game, &seen.view, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		eventtext_move(out, catalog, locale, moves.move[i]);
		string_add_char(out, '\n');
	}
}
