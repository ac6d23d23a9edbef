#include "bot/table/feats.h"

/* Which of the game's feats an event is, or -1. */
static int feat_of(const struct game *game, const struct event *event)
{
	return game->tally != NULL ? game->tally(event) : -1;
}

/* The most points a seat ever made in one hand. */
static void note_hand(struct table *table)
{
	const struct state *state = table_state(table);
	for (unsigned i = 0; i < state->players; i++) {
		struct store_feats *feats = &table->seat[i].feats;
		if (state->points[i] > feats->best)
			feats->best = state->points[i];
	}
}

void feats_count(struct table *table, const struct events *events)
{
	for (unsigned i = 0; i < events->count; i++) {
		const struct event *event = &events->event[i];
		int feat = feat_of(table->game, event);
		if (feat >= 0)
			table->seat[event->seat].feats.count[feat]++;
		if (event->kind == EVENT_HAND_END)
			note_hand(table);
	}
}
