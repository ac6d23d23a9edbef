#include "bot/talk/board.h"

#include "bot/talk/turn.h"
#include "engine/game.h"

void board_next(const struct render *render, const char *separator)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	union any_view seen;
	table->game->view(state, state->turn, &seen.view);
	render_word(render, separator, turn_public(table->game, &seen.view),
		ARGS(arg_name("seat", table_name(table, state->turn))));
}

bool board_lies(const struct render *render, const struct view *view, bool brief)
{
	struct events events = { .count = 0 };
	const char *dot = catalog_between_parts(render->locale);
	bool any = false;
	game_describe(render->table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++) {
		const struct event *event = &events.event[i];
		if (brief && event_traits(event) & TRAIT_LONG)
			continue;
		if (i > 0 && event_traits(event) & TRAIT_LISTED && event[-1].kind == event->kind &&
			event->seat == event[-1].seat)
			render_word(render, ", ", WORD_EVENT_MORE,
				ARGS(arg_cards("cards", event->cards, event->count)));
		else if (brief && event_traits(event) & TRAIT_PILED && event->count > 1) {
			render_pile(render, any ? dot : " ", event);
			any = true;
		} else
			any = render_event(render, any ? dot : " ", event) || any;
	}
	return any;
}

static const struct seat_passing *number(
	struct table *table, unsigned seat, const struct view *view)
{
	struct seat_passing *place = &table->passing.seat[seat];
	place->shown = (uint8_t)table->game->hand(view, place->hand);
	return place;
}

void board_number(struct table *table, unsigned seat)
{
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	number(table, seat, &seen.view);
}

void board_hand(const struct render *render, const char *separator, const struct view *view)
{
	const struct seat_passing *place = number(render->table, render->seat, view);
	render_word(
		render, separator, place->shown > 0 ? WORD_HAND_CARDS : WORD_HAND_EMPTY, NO_ARGS);
	render_hand(render, place->hand, place->shown);
}

static void add_scores(const struct render *render)
{
	struct string scores = STRING_EMPTY;
	struct render list = *render;
	list.out = &scores;
	render_scores(&list, false);
	render_word(render, "",
		render->table->game->rounds ? WORD_PANEL_SCORES_ROUND : WORD_PANEL_SCORES,
		ARGS(arg_number("hand", table_state(render->table)->hand),
			arg_text("scores", scores.bytes)));
	string_free(&scores);
}

void board_open(const struct render *render)
{
	const struct table *table = render->table;
	struct string names = STRING_EMPTY;
	struct render list = *render;
	list.out = &names;
	render_names(&list);
	render_word(render, " ", WORD_TABLE_OPEN,
		ARGS(arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_options("options", table->options), arg_text("names", names.bytes)));
	string_free(&names);
}

/* Adds the last moves as one line. */
static void add_last(const struct render *render)
{
	const struct table_passing *passing = &render->table->passing;
	struct string moves = STRING_EMPTY;
	struct render list = *render;
	list.out = &moves;
	for (unsigned i = 0; i < passing->lasts; i++)
		render_event(&list, " ", &passing->last[i]);
	string_add(render->out, moves.length > 0 ? "\n" : "");
	string_add(render->out, moves.bytes);
	string_free(&moves);
}

void board_table(const struct render *render)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	union any_view seen;
	render_number(render);
	string_char(render->out, ' ');
	add_scores(render);
	string_char(render->out, '\n');
	if (!table->running || state->phase != PHASE_PLAY) {
		render_word(render, "", WORD_TABLE_OVER, NO_ARGS);
		return;
	}
	struct string lies = STRING_EMPTY;
	struct render list = *render;
	list.out = &lies;
	table->game->view(state, SEAT_NONE, &seen.view);
	board_lies(&list, &seen.view, false);
	string_add(render->out, lies.bytes);
	string_free(&lies);
	add_last(render);
	string_char(render->out, '\n');
	board_next(render, "");
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

void board_panel(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct render render = render_seat(catalog, table, seat, out);
	const struct state *state = table_state(table);
	union any_view seen;
	if (state->phase != PHASE_PLAY) {
		board_open(&render);
		return;
	}
	table->game->view(state, seat, &seen.view);
	board_lies(&render, &seen.view, false);
	string_char(out, '\n');
	add_scores(&render);
	string_char(out, '\n');
	board_hand(&render, "", &seen.view);
	string_char(out, '\n');
	if (state->turn == seat) {
		render_word(&render, "", turn_asked(table->game, &seen.view), NO_ARGS);
		turn_add_offers(out, catalog, render.locale, table->game, &seen.view);
	} else
		board_next(&render, "");
}

void board_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out)
{
	struct locale locale = person_locale(table->seat[seat].player);
	const struct state *state = table_state(table);
	struct moves moves = { .count = 0 };
	union any_view seen;
	locale.style = STYLE_ASCII; /* people type cards in ASCII */
	table->game->view(state, seat, &seen.view);
	if (state->phase == PHASE_PLAY && state->turn == seat)
		game_view_legal(table->game, &seen.view, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		eventtext_move(out, catalog, locale, moves.move[i]);
		string_char(out, '\n');
	}
}
