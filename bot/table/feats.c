#include "bot/table/feats.h"

#include "storage/matches.h"

/* The feat that a capture is, or FEAT_COUNT. */
static unsigned capture_feat(const struct fact *fact)
{
	if (fact->number < CALL_MITTEN || fact->number > CALL_SOCK)
		return FEAT_COUNT;
	unsigned kind = (unsigned)(fact->number - CALL_MITTEN);
	switch (fact->how) {
	case HOW_COMPLETE:
	case HOW_GROUP: return FEAT_MITTENS + kind;
	case HOW_STEAL:
	case HOW_DOUBLE: return FEAT_STOLEN_MITTENS + kind;
	default: return FEAT_COUNT;
	}
}

static unsigned feat_of(const struct fact *fact)
{
	switch (fact->kind) {
	case FACT_CAPTURE: return capture_feat(fact);
	case FACT_SCORE: return fact->how == HOW_TEN ? FEAT_TENS : FEAT_COUNT;
	case FACT_MATED: return FEAT_MATES;
	default: return FEAT_COUNT;
	}
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
		unsigned feat = feat_of(fact);
		if (feat < FEAT_COUNT)
			table->seat[fact->seat].feats.count[feat]++;
		if (fact->kind == FACT_HAND_END)
			note_hand(table);
	}
}
