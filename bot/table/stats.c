#include "bot/table/stats.h"

/* Returns the index of the statistic that an event adds to, or -1. */
static int stat_of(const struct game *game, const struct event *event)
{
	return game->tally != NULL ? game->tally(event) : -1;
}

/* Updates the best hand of each seat. */
static void update_best_hand(const struct state *state, struct store_counts *const counts[])
{
	for (unsigned i = 0; i < state->players; i++)
		if (state->points[i] > counts[i]->best)
			counts[i]->best = state->points[i];
}

void stats_add_events(const struct game *game, const struct state *state,
	const struct events *events, struct store_counts *const counts[SEATS_MAX])
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		int stat = stat_of(game, event);
		if (stat >= 0)
			counts[event->seat]->count[stat]++;
		if (event->kind == EVENT_HAND_END)
			update_best_hand(state, counts);
	}
}

void stats_count_events(struct table *table, const struct events *events)
{
	struct store_counts *counts[SEATS_MAX];
	for (unsigned i = 0; i < SEATS_MAX; i++)
		counts[i] = &table->seat[i].stats;
	stats_add_events(table->game, table_state(table), events, counts);
}
