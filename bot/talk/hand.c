#include "bot/talk/hand.h"

#include "bot/talk/board.h"
#include "bot/talk/show.h"
#include "bot/talk/turn.h"

/* The turn clock waits at most so many turn times for the line with the hand. */
enum { WAIT_TURNS = 2 };

/* Returns the message that begins the line; it does not name the usual act, to play a card. */
static enum word turn_word(const struct table *table, const struct view *view)
{
	enum word word = turn_asked(table->game, view);
	return word == WORD_HAND_TURN_PLAY ? WORD_HAND_TURN : word;
}

/* Returns the message that begins the line while another seat is to act. */
static enum word wait_word(struct table *table)
{
	const struct state *state = table_state(table);
	union any_view seen;
	table->game->view(state, state->turn, &seen.view);
	enum word word = turn_public(table->game, &seen.view);
	return word == WORD_TURN_NEXT ? WORD_HAND_WAIT : word;
}

/* Adds the turn, the table, and the seat's hand, which is numbered. */
static void add_hand(const struct render *render, const char *separator)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	bool turn = state->turn == render->seat;
	union any_view seen;
	table->game->view(state, render->seat, &seen.view);
	struct string where = STRING_EMPTY;
	speech_where(render->catalog, render->locale, table, &where);
	render_word(render, separator, turn ? turn_word(table, &seen.view) : wait_word(table),
		ARGS(arg_text("where", where.bytes),
			arg_name("seat", table_name(table, state->turn))));
	string_free(&where);
	if (turn)
		turn_add_offers(
			render->out, render->catalog, render->locale, table->game, &seen.view);
	bool any = board_lies(render, &seen.view, true);
	board_hand(render, any ? catalog_between_parts(render->locale) : " ", &seen.view);
}

/*
 * Makes the turn clock wait until its first line with a hand is sent. A later line takes the place
 * of an unsent one, and gets no more time.
 */
static void wait_to_be_told(
	const struct speech *speech, struct table *table, struct network *network, uint64_t told)
{
	struct table_passing *passing = &table->passing;
	if (passing->told_by == 0)
		passing->told_by = env_now(speech->env) +
			(int64_t)table->channel->settings.turn_seconds * 1000 * WAIT_TURNS;
	else if (passing->told == 0 || !network->driver->waits(network, passing->told))
		return;
	passing->told = told;
}

/*
 * Sends a hand behind a line, as passing text. On networks with editing the hand is a message, with
 * the line above it.
 */
static uint64_t hear_hand(struct table *table, const struct listener *listener,
	const struct render *render, struct string *line, struct string *hand,
	enum showing_place place)
{
	if (!listener_shows(listener))
		return listener_hear_passing(listener, line, hand, show_topic(table, TOPIC_HAND));
	listener_hear(listener, line);
	return show_hand(listener, render, hand, place);
}

static void tell_hand(
	struct speech *speech, struct table *table, unsigned seat, enum showing_place place)
{
	const struct state *state = table_state(table);
	/* After a failed write there may be no hand yet. */
	if (state->phase != PHASE_PLAY)
		return;
	struct listener listener = listener_person(table->seat[seat].player);
	struct string line = STRING_EMPTY;
	struct string passing = STRING_EMPTY;
	struct render render = { .out = &passing,
		.catalog = speech->catalog,
		.locale = listener.locale,
		.table = table,
		.seat = seat };
	const struct string *note = &speech->note[seat];
	if (person_is_here(table->seat[seat].player))
		table->passing.due &= (uint16_t) ~(1u << seat);
	/* A terminal window shows the table all the time. */
	if (listener.network->single && table->number > 0) {
		board_number(table, seat);
		return;
	}
	/* A newer line drops the passing text, the hand, but the note before it stays. */
	bool goes_on = note->length > 0 && !listener_shows(&listener);
	if (note->length > 0) {
		render.out = &line;
		render_number(&render);
		string_add(&line, line.length > 0 ? " " : "");
		string_add(&line, note->bytes);
		render.out = &passing;
	}
	if (goes_on)
		string_char(&passing, ' ');
	else
		render_number(&render);
	add_hand(&render, goes_on ? "" : " ");
	uint64_t told = hear_hand(table, &listener, &render, &line, &passing, place);
	string_free(&line);
	string_free(&passing);
	if (state->turn == seat && told != 0)
		wait_to_be_told(speech, table, listener.network, told);
}

void hand_show(struct speech *speech, struct table *table, unsigned seat)
{
	tell_hand(speech, table, seat, SHOWING_THERE);
}

void hand_show_asked(struct speech *speech, struct table *table, unsigned seat)
{
	tell_hand(speech, table, seat, SHOWING_BELOW);
}

/* True if only AI players move before a seat's turn. */
static bool comes_soon(struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	for (unsigned i = state->turn; i != seat; i = (i + 1) % state->players)
		if (!table_automatic(table, i))
			return false;
	return table->channel->here;
}

/* True if a seat's player is reachable and has not seen their new cards. */
static bool is_due(struct table *table, unsigned seat)
{
	return (table->passing.due & 1u << seat) && !table_automatic(table, seat) &&
		person_is_here(table->seat[seat].player);
}

void hand_show_all(struct speech *speech, struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned seat = 0; seat < table->taken; seat++) {
		bool due = is_due(table, seat) && !comes_soon(table, seat);
		bool show = due || state->turn == seat || speech->note[seat].length > 0;
		if (state->phase == PHASE_PLAY && show && !table_automatic(table, seat))
			hand_show(speech, table, seat);
		else if (table->seat[seat].player != NULL) {
			struct listener listener = listener_person(table->seat[seat].player);
			show_past(&listener, table);
		}
		string_clear(&speech->note[seat]);
	}
}

void hand_show_due(struct speech *speech, struct table *table)
{
	for (unsigned seat = 0; seat < table->taken; seat++)
		if (is_due(table, seat))
			hand_show(speech, table, seat);
}
