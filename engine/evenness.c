#include "engine/evenness.h"

#include <math.h>

void evenness_add(struct evenness *evenness, const card *deck)
{
	evenness->decks++;
	for (unsigned place = 0; place < CARD_COUNT; place++)
		evenness->seen[place][deck[place]]++;
}

double evenness_chi2(const struct evenness *evenness)
{
	double expected = (double)evenness->decks / CARD_COUNT, sum = 0;

	for (unsigned place = 0; place < CARD_COUNT; place++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			double off = evenness->seen[place][c] - expected;

			sum += off * off / expected;
		}
	return sum * (CARD_COUNT - 1) / CARD_COUNT;
}

double evenness_chance(double chi2)
{
	const double part = 2.0 / (9.0 * EVENNESS_FREEDOM);

	return erfc((cbrt(chi2 / EVENNESS_FREEDOM) - (1 - part)) / sqrt(2 * part)) / 2;
}
