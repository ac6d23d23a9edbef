#include "engine/odds.h"
#include "engine/mitaines/deal.h"
#include "engine/mitaines/view.h"

/*
 * PACE: average points of the best side in a hand. SWAY: spread of a hand in points, for
 * odds_share.
 */
enum { PACE = 90, SWAY = 35 };

/* Returns the expected number of hands still to play, in 64ths. best: points of the best side. */
static uint32_t hands_left(const struct mitaines *table, int32_t best)
{
	uint32_t hands = 0;
	if (best < table->open.rules.target)
		hands = (uint32_t)(table->open.rules.target - best) * 64 / PACE + 32;
	if (table->head.phase == PHASE_PLAY)
		hands += 64u * table->open.undealt / CARD_COUNT;
	return hands;
}

void mitaines_rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	const struct mitaines *table = (const struct mitaines *)state;
	int32_t score[SEATS_MAX] = { 0 }, share[SEATS_MAX], best = 0;
	unsigned sides = 0;
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = mitaines_side(state, i);
		sides = side >= sides ? side + 1 : sides;
		score[side] += state_score(state, i);
		best = score[side] > best ? score[side] : best;
	}
	odds_share(score, sides, (int32_t)(SWAY * odds_root(hands_left(table, best)) / 8), share);
	for (unsigned i = 0; i < state->players; i++)
		odds[i] = share[mitaines_side(state, i)];
}
