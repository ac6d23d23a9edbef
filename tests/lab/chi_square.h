/*
 * chi_square.h - whether shuffles favour a card or a place: how often each of 52 cards came to each
 * of 52 places, and how likely so much unevenness is by chance.
 */
#ifndef TESTS_LAB_CHI_SQUARE_H
#define TESTS_LAB_CHI_SQUARE_H

#include "engine/card.h"

/* All of a table of 52 by 52 but what the sums of its rows and columns settle. */
enum { CHI_SQUARE_FREEDOM = (CARD_COUNT - 1) * (CARD_COUNT - 1) };

/* Zero to begin with. */
struct chi_square {
	uint32_t decks;
	uint32_t seen[CARD_COUNT][CARD_COUNT]; /* [place][card] */
};

/* Counts a shuffled deck of 52. */
void chi_square_add(struct chi_square *chi_square, const card *deck);
/*
 * Chi-squared of the counts, at least one deck, with CHI_SQUARE_FREEDOM degrees of freedom. A deck
 * holds each card once, which makes the plain sum too large by 52/51: that is taken out.
 */
double chi_square_chi2(const struct chi_square *chi_square);
/* How likely at least so much is by chance, 0 to 1 (Wilson and Hilferty; to 1e-5). */
double chi_square_chance(double chi2);

#endif
