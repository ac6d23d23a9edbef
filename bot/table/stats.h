/* stats.h - the statistics of players in a match, besides their scores. The game defines them. */
#ifndef BOT_TABLE_STATS_H
#define BOT_TABLE_STATS_H

#include "bot/table/table.h"

/*
 * Counts the events of a move in the statistics of the seats that caused them. events: as the
 * game's apply wrote them.
 */
void stats_count_events(struct table *table, const struct events *events);
/*
 * Like stats_count_events, without a table. state: after the move. counts: where to count, by seat.
 */
void stats_add_events(const struct game *game, const struct state *state,
	const struct events *events, struct store_counts *const counts[SEATS_MAX]);

#endif
