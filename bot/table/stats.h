/* stats.h - statistics of players in a match besides scores, as their game defines them. */
#ifndef BOT_TABLE_STATS_H
#define BOT_TABLE_STATS_H

#include "bot/table/table.h"

/* Counts the events of a move for the seats that caused them. events: as apply wrote them. */
void stats_count_events(struct table *table, const struct events *events);

#endif
