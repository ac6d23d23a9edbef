#include "bot/match/exclusion.h"

#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/match/rate.h"
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
	presence_write_wait(remaining_grace(table), wait);
	table->transient.seat[seat].told_of_ban = true;
	speech_tell_about(&lobby->speech, table, table->seat[seat].player, MSG_CHANNEL_BARRED,
		ARGS(arg_text("channel", channel_title(table->channel)), arg_text("wait", wait)));
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

void exclusion_tell_player(struct lobby *lobby, struct person *person)
{
	unsigned seat;
	struct table *table;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && table->channel->barred && is_due(table, seat))
			tell(lobby, table, seat);
}

void exclusion_renew_grace(struct table *table)
{
	if (!table->channel->joined)
		return;
	table->transient.ban_grace_used_ms = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		table->transient.seat[i].told_of_ban = false;
}

static void end(struct lobby *lobby, struct table *table)
{
	static const char reason[] = "the bot is kept out of the channel";
	lobby_snapshot_table(lobby, table);
	speech_say(&lobby->speech, table, MSG_MATCH_BARRED,
		ARGS(arg_text("channel", channel_title(table->channel))));
	if (rate_is_at_stake(lobby, table))
		match_end_early(lobby, table, reason);
	else
		match_cancel(lobby, table, reason, MSG_MATCH_STOPPED, "");
}

void exclusion_update(struct lobby *lobby, struct table *table, int64_t passed)
{
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (is_due(table, i))
			tell(lobby, table, i);
	table->transient.ban_grace_used_ms += passed;
	if (remaining_grace(table) == 0)
		end(lobby, table);
}
