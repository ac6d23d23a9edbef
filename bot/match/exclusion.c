#include "bot/match/exclusion.h"

#include "bot/match/grace.h"
#include "bot/match/presence.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"

static int64_t remaining_grace(const struct table *table)
{
	int64_t left = (int64_t)table->channel->settings.grace_seconds * 1000 -
		table->transient.ban_grace_used_ms;
	return left > 0 ? left : 0;
}

static void tell(struct lobby *lobby, struct table *table, unsigned seat)
{
	char wait[PRESENCE_WAIT_SIZE];
	int64_t left = remaining_grace(table);
	bool waits = !table->transient.is_played_in_private && left > 0 &&
		!table->transient.seat[seat].spoke_in_private;
	const struct arg *args = ARGS(arg_text("wait", wait));
	presence_write_wait(left, wait);
	table->transient.seat[seat].told_of_ban = true;
	speech_tell_about(&lobby->speech, table, table->seat[seat].player, MSG_CHANNEL_BARRED,
		ARGS(arg_text("channel", channel_title(table->channel)),
			waits ? arg_filled("wait", MSG_CHANNEL_BARRED_WAIT, args)
			      : arg_text("wait", "")));
}

/*
 * True if the player of a seat can be reached and was not told yet that the channel bars the bot.
 */
static bool is_due(const struct table *table, unsigned seat)
{
	const struct person *player = table->seat[seat].player;
	return player != NULL && !table->transient.seat[seat].told_of_ban &&
		person_is_reachable(player);
}

/* True if the match still waits for at least one player to speak in private. */
static bool is_waiting(const struct table *table)
{
	bool awaited = false;
	for (unsigned i = 0; i < table->seats_taken; i++)
		awaited = awaited ||
			(!table_is_robot_seat(table, i) &&
				!table->transient.seat[i].spoke_in_private);
	return awaited && remaining_grace(table) > 0;
}

void exclusion_begin(struct lobby *lobby, struct channel *channel)
{
	struct table *table;
	channel->barred = true;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel == channel)
			table->transient.is_played_in_private =
				table->running && !is_waiting(table);
}

void exclusion_tell_player(struct lobby *lobby, struct person *person)
{
	unsigned seat;
	struct table *table;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && table->channel->barred && is_due(table, seat))
			tell(lobby, table, seat);
}

void exclusion_note_departure(struct lobby *lobby, struct person *person)
{
	unsigned seat;
	struct table *table;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		grace_end_ban(table, seat);
	exclusion_tell_player(lobby, person);
}

void exclusion_note_line(struct lobby *lobby, const struct person *person)
{
	unsigned seat;
	struct table *table;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		table->transient.seat[seat].spoke_in_private = table->channel->barred;
}

void exclusion_update(struct lobby *lobby, struct table *table, int64_t passed)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (is_due(table, i))
			tell(lobby, table, i);
	if (table->transient.is_played_in_private) {
		/* A player whom the bot cannot reach in private counts as disconnected. */
		for (unsigned i = 0; i < table->seats_taken; i++) {
			struct person *player = table->seat[i].player;
			if (player != NULL && !player->connection_lost && !presence_is_here(player))
				presence_mark_lost(lobby, player, false);
		}
		return;
	}
	table->transient.ban_grace_used_ms += passed;
	if (is_waiting(table))
		return;
	unsigned turn = table_state(table)->turn;
	table->transient.is_played_in_private = true;
	speech_say(&lobby->speech, table, MSG_MATCH_IN_PRIVATE,
		ARGS(arg_text("channel", channel_title(table->channel))));
	if (!table_is_robot_seat(table, turn))
		hand_show(&lobby->speech, table, turn);
}
