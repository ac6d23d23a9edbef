#include "bot/match/clock.h"

#include "bot/match/announce.h"
#include "bot/match/arrival.h"
#include "bot/match/exclusion.h"
#include "bot/match/exercise.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/seating.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"

enum {
	/* ms after the last arrival or departure until a table closes that has not started */
	OPEN_MS = 30 * 60 * 1000,
	/* ms without a move after which the match of one person ends */
	ALONE_MS = 60 * 60 * 1000,
	/* ms without a move after which a match ends that no person plays */
	IDLE_MS = 24 * 60 * 60 * 1000,
};

/*
 * Returns the ms after which the clock acts: closes the table, or warns or replaces the player to
 * move.
 */
static int64_t patience(const struct table *table)
{
	int64_t turn = (int64_t)table->channel->settings.turn_seconds * 1000;
	if (!table->running)
		return OPEN_MS;
	if (table->channel->network->single)
		return INT64_MAX;
	if (table_has_clock(table))
		return table->transient.warned ? turn : turn * 2 / 3;
	return table_count_people(table) == 1 || table_has_one_person(table) ? ALONE_MS : IDLE_MS;
}

static void handle_expired_clock(struct lobby *lobby, struct table *table)
{
	struct state *state = table_state(table);
	unsigned turn = table->channel->settings.turn_seconds;
	if (!table->running) {
		match_close_unused(lobby, table, MSG_TABLE_IDLE);
	} else if (!table_has_clock(table)) {
		match_close_idle(lobby, table);
	} else if (!table->transient.warned) {
		table->transient.warned = true;
		speech_alert(&lobby->speech, table, table->seat[state->turn].player, MSG_CLOCK_WARN,
			ARGS(arg_number("seconds", turn - turn * 2 / 3)));
	} else {
		match_handle_timeout(lobby, table);
	}
}

/*
 * True if the clock stops because the line that shows the hand to the player to move is still
 * queued. Only the first such line of a turn counts, and only until hand_wait_until. Otherwise
 * players could stop their own clock by asking for their hand.
 */
static bool is_hand_queued(struct table *table, int64_t now)
{
	struct network *network = table_network_to_move(table);
	struct table_transient *transient = &table->transient;
	if (transient->hand_line != 0 &&
		(now >= transient->hand_wait_until || network->driver->waits == NULL ||
			!network->driver->waits(network, transient->hand_line)))
		transient->hand_line = 0;
	return transient->hand_line != 0;
}

/*
 * Runs the clock of one table. Shows due hands, and gives seats back. passed: ms since the clock
 * last ran.
 */
static void clock_update_table(struct lobby *lobby, struct table *table, int64_t passed)
{
	int64_t now = lobby->clock.ticked;
	struct table_transient *transient = &table->transient;
	speech_tell_due(&lobby->speech, table);
	bool stalled = now < lobby->clock.paused_until || table->channel->network->input_paused;
	if (table->running && table->channel->barred && !stalled)
		exclusion_update(lobby, table, passed);
	bool away = !table_is_attended(table) || stalled;
	if (table->openness == OPENNESS_UNKNOWN && !stalled)
		match_note_openness(lobby, table);
	if (now >= transient->hands_due_at)
		hand_show_due(&lobby->speech, table);
	if (table->running && !away)
		presence_update(lobby, table);
	if (!table->running && !away)
		seating_free_gone(lobby, table);
	if (table->closed)
		return;
	if (away && transient->opener_gone_at != 0)
		transient->opener_gone_at += passed;
	if (away ||
		(table->running &&
			(presence_is_clock_stopped(table) || is_hand_queued(table, now) ||
				table_network_to_move(table)->input_paused)))
		transient->clock_start += passed < now - transient->clock_start
			? passed
			: now - transient->clock_start;
	else if (table_is_robot_turn(table))
		match_retry_robot(lobby, table);
	else if (seating_has_lost_opener(lobby, table))
		match_close_unused(lobby, table, MSG_TABLE_DESERTED);
	else if (now - transient->clock_start >= patience(table))
		handle_expired_clock(lobby, table);
}

void clock_tick(struct lobby *lobby)
{
	int64_t now = lobby_now(lobby);
	int64_t passed = now - lobby->clock.ticked;
	lobby->clock.ticked = now;
	if (now >= lobby->clock.paused_until) {
		arrival_retry(lobby);
		exercise_retry(lobby);
		struct channel *channel;
		for (size_t n = 0; (channel = channels_next(&lobby->channels, &n)) != NULL;) {
			announce_pending(lobby, channel);
			announce_mark_announced(lobby, channel);
		}
		venues_update(&lobby->venues, &lobby->batch, &lobby->channels,
			lobby->settings.pages_local);
	}
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		clock_update_table(lobby, table, passed);
}
