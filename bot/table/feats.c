#include "bot/table/feats.h"

/* Which of the game's feats a fact is, or -1. */
static int feat_of(const struct game *game, const struct fact *fact)
{
	return game->tally != NULL ? game->tally(fact) : -1;
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

void feats_count(struct table *table, const struct facts *facts)
{
	for (unsigned i = 0; i < facts->count; i++) {
		const struct fact *fact = &facts->fact[i];
		int feat = feat_of(table->game, fact);
		if (feat >= 0)
			table->seat[fact->seat].feats.count[feat]++;
		if (fact->kind == FACT_HAND_END)
			note_hand(table);
	}
}
