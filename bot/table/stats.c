#include "bot/table/stats.h"

void stats_add_events(const struct game *game, const struct state *state,
	const struct events *events, struct store_counts *const counts[SEATS_MAX])
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		int stat = game->tally != NULL ? game->tally(event) : -1;
		if (stat >= 0)
			counts[event->seat]->count[stat]++;
		for (unsigned seat = 0; seat < state->players && event->kind == EVENT_HAND_END;
			seat++)
			if (state->points[seat] > counts[seat]->best)
				counts[seat]->best = state->points[seat];
	}
}

void stats_count_events(struct table *table, const struct events *events)
{
	struct store_counts *counts[SEATS_MAX];
	for (unsigned i = 0; i < SEATS_MAX; i++)
		counts[i] = &table->seat[i].stats;
	stats_add_events(table->game, table_state(table), events, counts);
}
