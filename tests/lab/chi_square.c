#include "tests/lab/chi_square.h"

#include <math.h>

void chi_square_add(struct chi_square *chi_square, const card *deck)
{
	chi_square->decks++;
	for (unsigned place = 0; place < CARD_COUNT; place++)
		chi_square->seen[place][deck[place]]++;
}

double chi_square_chi2(const struct chi_square *chi_square)
{
	double expected = (double)chi_square->decks / CARD_COUNT, sum = 0;
	for (unsigned place = 0; place < CARD_COUNT; place++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			double off = chi_square->seen[place][c] - expected;
			sum += off * off / expected;
		}
	return sum * (CARD_COUNT - 1) / CARD_COUNT;
}

double chi_square_chance(double chi2)
{
	const double part = 2.0 / (9.0 * CHI_SQUARE_FREEDOM);
	return erfc((cbrt(chi2 / CHI_SQUARE_FREEDOM) - (1 - part)) / sqrt(2 * part)) / 2;
}
