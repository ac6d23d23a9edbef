#include "bot/match/grace.h"

int64_t grace_remaining(const struct table *table, unsigned seat, unsigned grace)
{
	const struct channel_settings *settings = &table->channel->settings;
	int64_t seconds = grace == GRACE_SPLIT ? settings->split_seconds : settings->grace_seconds;
	int64_t left = seconds * 1000 - table->transient.seat[seat].grace_used_ms[grace];
	return left > 0 ? left : 0;
}

unsigned grace_kind(const struct table *table, unsigned seat)
{
	return table->seat[seat].player->split &&
			grace_remaining(table, seat, GRACE_SPLIT) >
				grace_remaining(table, seat, GRACE_LOST)
		? GRACE_SPLIT
		: GRACE_LOST;
}

void grace_use(const struct lobby *lobby, struct table *table, unsigned seat)
{
	unsigned grace = grace_kind(table, seat);
	int64_t used = lobby_now(lobby) - table->seat[seat].player->lost_since;
	int64_t left = grace_remaining(table, seat, grace);
	table->transient.seat[seat].grace_used_ms[grace] += (uint32_t)(used < left ? used : left);
}

void grace_use_all(struct lobby *lobby, const struct person *person)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; person->connection_lost &&
		(table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;)
		if (table->running && !table->seat[seat].has_stand_in)
			grace_use(lobby, table, seat);
}

void grace_end_ban(struct table *table, unsigned seat)
{
	table->transient.seat[seat].told_of_ban = false;
	table->transient.seat[seat].spoke_in_private = false;
}

void grace_renew(struct lobby *lobby, struct table *table, unsigned seat)
{
	struct person *player = table->seat[seat].player;
	/*
	 * First count the absence at all tables, so that the player's other tables do not wait
	 * longer.
	 */
	grace_use_all(lobby, player);
	if (player->connection_lost)
		player->lost_since = lobby_now(lobby);
	table->transient.seat[seat].grace_used_ms[GRACE_LOST] = 0;
	table->transient.seat[seat].spoke_in_private = true;
	if (!table->channel->joined)
		return;
	table->transient.ban_grace_used_ms = 0;
	for (unsigned i = 0; i < table->seats_taken; i++)
		grace_end_ban(table, i);
}
