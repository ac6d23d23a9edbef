#include "engine/odds.h"

/*
 * Returns nearly ODDS_SURE * 2^-(lag / spread): a parabola between powers of 2, with an error below
 * 0.003.
 */
static int64_t decay(int64_t lag, int32_t spread)
{
	int64_t halvings, part;
	if (spread == 0 || lag / spread > 16)
		return lag == 0 ? ODDS_SURE : 0;
	halvings = lag / spread;
	part = (lag - halvings * spread) * ODDS_SURE / spread;
	part = ODDS_SURE - part * 2 / 3 + part * part / ODDS_SURE / 6;
	return part >> halvings;
}

void odds_share(const int32_t *score, unsigned count, int32_t spread, int32_t *odds)
{
	int64_t best = score[0], sum = 0;
	for (unsigned i = 1; i < count; i++)
		best = score[i] > best ? score[i] : best;
	for (unsigned i = 0; i < count; i++) {
		odds[i] = (int32_t)decay(best - score[i], spread);
		sum += odds[i];
	}
	for (unsigned i = 0; i < count; i++)
		odds[i] = (int32_t)((int64_t)odds[i] * ODDS_SURE / sum);
}

uint32_t odds_root(uint32_t number)
{
	uint32_t root = 0;
	for (uint32_t bit = UINT32_C(1) << 15; bit > 0; bit >>= 1)
		if ((uint64_t)(root | bit) * (root | bit) <= number)
			root |= bit;
	return root;
}
