/* stats.h - counts what players do in a match besides scoring, as defined by the game. */
#ifndef BOT_TABLE_STATS_H
#define BOT_TABLE_STATS_H

#include "bot/table/table.h"

/*
 * Counts the events of a move for the seats that caused them. events: as the game's apply wrote
 * them.
 */
void stats_count_events(struct table *table, const struct events *events);

#endif
