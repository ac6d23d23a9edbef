#include "bot/talk/hand.h"

#include "bot/talk/board.h"
#include "bot/talk/show.h"
#include "bot/talk/turn.h"

/* The turn clock waits for the line with the hand: at most WAIT_TURNS times the turn's time. */
enum { WAIT_TURNS = 2 };

/* Adds a line for a player: the turn, the cards on the table, and the seat's numbered hand. */
static void add_hand(const struct render *render, const char *separator)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	bool turn = state->turn == render->seat;
	union any_view seen, next;
	table->game->view(state, render->seat, &seen.view);
	table->game->view(state, state->turn, &next.view);
	enum message message = turn ? turn_private_message(table->game, &seen.view)
				    : turn_public_message(table->game, &next.view);
	/* Do not name the usual act, which is to play a card. */
	if (message == MSG_HAND_TURN_PLAY)
		message = MSG_HAND_TURN;
	else if (message == MSG_TURN_NEXT)
		message = MSG_HAND_WAIT;
	const struct arg *channel = ARGS(arg_text("channel", channel_title(table->channel)));
	bool is_public = !table_is_private(table) && !table->channel->network->single;
	render_message(render, separator, message,
		ARGS(is_public ? arg_filled("where", MSG_TABLE_WHERE, channel)
			       : arg_text("where", ""),
			arg_name("seat", table_name(table, state->turn))));
	if (turn)
		board_add_offers(render, &seen.view);
	/*
	 * The channel has the moves and scores. Repeat them here, so that the player needs only
	 * this window.
	 */
	bool tells = turn && is_public;
	if (tells)
		board_add_last_moves(render, " ", render->seat);
	bool any = board_add_cards(render, &seen.view, true);
	if (tells) {
		string_add(render->out, any ? catalog_part_separator(render->locale) : " ");
		render_scores(render);
	}
	any |= tells;
	board_add_hand(render, any ? catalog_part_separator(render->locale) : " ");
}

static void tell_hand(
	struct speech *speech, struct table *table, unsigned seat, enum showing_place place)
{
	const struct state *state = table_state(table);
	/* The hand may be missing, because a deal could not be stored. */
	if (state->phase != PHASE_PLAY)
		return;
	struct listener listener = listener_person(table->seat[seat].player);
	struct string line = STRING_EMPTY;
	struct string transient = STRING_EMPTY;
	struct render render = { .out = &transient,
		.catalog = speech->catalog,
		.locale = listener.locale,
		.table = table,
		.seat = seat };
	const struct string *note = &speech->seat_news[seat];
	if (person_is_reachable(table->seat[seat].player))
		table->transient.hands_due &= (uint16_t) ~(1u << seat);
	if (listener.network->shows_table) {
		board_number_hand(table, seat);
		return;
	}
	/*
	 * The news in `note` always reach the player. The hand in `transient` is dropped if a newer
	 * line comes before it is sent.
	 */
	bool goes_on = note->length > 0 && !listener_can_edit(&listener);
	if (note->length > 0) {
		render.out = &line;
		render_number(&render);
		string_add(&line, line.length > 0 ? " " : "");
		string_add(&line, note->bytes);
		render.out = &transient;
	}
	if (goes_on)
		string_add_char(&transient, ' ');
	else
		render_number(&render);
	add_hand(&render, goes_on ? "" : " ");
	/* On a network that can edit, the hand is a message of its own below the line. */
	uint64_t told;
	if (listener_can_edit(&listener)) {
		listener_send(&listener, &line);
		told = show_hand(&listener, &render, &transient, place);
	} else
		told = listener_send_droppable(
			&listener, &line, &transient, show_topic(table, TOPIC_HAND));
	string_free(&line);
	string_free(&transient);
	if (state->turn != seat || told == 0)
		return;
	/*
	 * The turn clock waits until the turn's first line with a hand is sent. If a newer line
	 * replaces that line in the queue, the clock waits for the newer line instead, but the
	 * whole wait still ends at hand_wait_until.
	 */
	struct table_transient *turn = &table->transient;
	const struct network_driver *driver = listener.network->driver;
	if (turn->hand_wait_until == 0)
		turn->hand_wait_until = env_now(speech->env) +
			(int64_t)table->channel->settings.turn_seconds * 1000 * WAIT_TURNS;
	else if (turn->hand_line == 0 || driver->waits == NULL ||
		!driver->waits(listener.network, turn->hand_line))
		return;
	turn->hand_line = told;
}

void hand_show(struct speech *speech, struct table *table, unsigned seat)
{
	tell_hand(speech, table, seat, SHOWING_IN_PLACE);
}

void hand_show_requested(struct speech *speech, struct table *table, unsigned seat)
{
	tell_hand(speech, table, seat, SHOWING_BELOW);
}

/* True if the player of a seat can be reached, and has not seen their new cards. */
static bool is_due(struct table *table, unsigned seat)
{
	return (table->transient.hands_due & 1u << seat) && !table_is_robot_seat(table, seat) &&
		person_is_reachable(table->seat[seat].player);
}

void hand_show_all(struct speech *speech, struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned seat = 0; seat < table->seats_taken; seat++) {
		bool due = is_due(table, seat);
		/*
		 * If only AI players move before the seat's turn, let that turn show the new cards.
		 */
		bool soon = due && table_is_attended(table);
		for (unsigned i = state->turn; soon && i != seat; i = (i + 1) % state->players)
			soon = table_is_robot_seat(table, i);
		bool show =
			(due && !soon) || state->turn == seat || speech->seat_news[seat].length > 0;
		if (state->phase == PHASE_PLAY && show && !table_is_robot_seat(table, seat))
			hand_show(speech, table, seat);
		else if (table->seat[seat].player != NULL) {
			struct listener listener = listener_person(table->seat[seat].player);
			show_remove_buttons(&listener, table);
		}
		string_clear(&speech->seat_news[seat]);
	}
}

void hand_show_due(struct speech *speech, struct table *table)
{
	for (unsigned seat = 0; seat < table->seats_taken; seat++)
		if (is_due(table, seat))
			hand_show(speech, table, seat);
}
