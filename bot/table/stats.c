#include "bot/table/stats.h"

/* Returns the index of the statistic that an event adds to, or -1. */
static int stat_of(const struct game *game, const struct event *event)
{
	return game->tally != NULL ? game->tally(event) : -1;
}

/* Updates the best hand of each seat. */
static void update_best_hand(struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < state->players; i++) {
		struct store_counts *counts = &table->seat[i].stats;
		if (state->points[i] > counts->best)
			counts->best = state->points[i];
	}
}

void stats_count_events(struct table *table, const struct events *events)
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		int stat = stat_of(table->game, event);
		if (stat >= 0)
			table->seat[event->seat].stats.count[stat]++;
		if (event->kind == EVENT_HAND_END)
			update_best_hand(table);
	}
}
