/* stats.h - what players do in a match beside scoring, as far as their game counts it. */
#ifndef BOT_TABLE_STATS_H
#define BOT_TABLE_STATS_H

#include "bot/table/table.h"

/* Counts what a move reported for the seats that did it; events as apply wrote them. */
void stats_count(struct table *table, const struct events *events);

#endif
