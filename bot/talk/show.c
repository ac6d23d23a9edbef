#include "bot/talk/show.h"

#include "bot/talk/board.h"
#include "bot/talk/turn.h"

uint64_t show_topic(const struct table *table, enum topic topic)
{
	return (uint64_t)table->match * TOPICS + topic + 1;
}

bool show_is_for(const struct listener *listener, const struct table *table)
{
	return listener_can_edit(listener) && table->private_person == NULL;
}

void show_table(
	const struct listener *listener, const struct render *render, enum showing_place place)
{
	struct string text = STRING_EMPTY;
	struct render words = *render;
	words.out = &text;
	words.seat = SEAT_NONE;
	board_add_table(&words);
	listener_show(listener, &text,
		&(struct showing){ .topic = show_topic(render->table, TOPIC_TABLE),
			.edition = render->table->moves,
			.place = place });
	string_free(&text);
}

uint64_t show_hand(const struct listener *listener, const struct render *render,
	const struct string *words, enum showing_place place)
{
	struct table *table = render->table;
	const struct state *state = table_state(table);
	bool turn = state->phase == PHASE_PLAY && state->turn == render->seat;
	struct string choices = STRING_EMPTY;
	union any_view seen;
	if (turn)
		table->game->view(state, render->seat, &seen.view);
	/*
	 * Offer a button for each card, which gives its command. Only a turn to play a card has
	 * buttons.
	 */
	if (turn && turn_private_message(table->game, &seen.view) == MSG_HAND_TURN_PLAY)
		for (unsigned i = 0; i < table->transient.seat[render->seat].shown; i++) {
			string_add(&choices, i > 0 ? "\nplay " : "play ");
			string_add_number(&choices, i + 1);
			if (table->number > 0) {
				string_add(&choices, " #");
				string_add_number(&choices, table->number);
			}
		}
	/*
	 * In an exercise send a new message: all exercises have match number 0, so an edit would
	 * change the hand of an earlier one.
	 */
	uint64_t told = listener_show(listener, words,
		&(struct showing){ .topic = show_topic(table, TOPIC_HAND),
			.edition = table->moves,
			.choices = choices.length > 0 ? choices.bytes : NULL,
			.place = table->match != 0 ? place : SHOWING_BELOW,
			.notifies = turn });
	string_free(&choices);
	return told;
}

void show_remove_buttons(const struct listener *listener, const struct table *table)
{
	if (listener_can_edit(listener) && listener->target != NULL)
		listener->network->driver->show(listener->network, listener->target,
			listener->private,
			&(struct showing){ .topic = show_topic(table, TOPIC_HAND) });
}

void show_finish(const struct listener *listener, const struct table *table)
{
	const struct string nothing = STRING_EMPTY;
	struct network *network = listener->network;
	/*
	 * Drop a queued hand, because it is out of date. On networks that can edit, the loop below
	 * ends the message with the hand instead.
	 */
	if (!listener_can_edit(listener) && listener->private && listener->target != NULL &&
		network->driver->waits != NULL)
		network->driver->tell(network, listener->target, listener->via,
			&(struct saying){ .text = "",
				.transient = "",
				.topic = show_topic(table, TOPIC_HAND) });
	for (unsigned topic = TOPIC_HAND; topic < TOPICS && listener_can_edit(listener); topic++)
		listener_show(listener, &nothing,
			&(struct showing){ .topic = show_topic(table, (enum topic)topic) });
}
