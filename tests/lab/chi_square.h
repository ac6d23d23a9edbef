/* chi_square.h - checks shuffles for bias: counts how often each of 52 cards came to each of 52
 * places, and computes how probable such counts are by chance. */
#ifndef TESTS_LAB_CHI_SQUARE_H
#define TESTS_LAB_CHI_SQUARE_H

#include "engine/card.h"

/* Degrees of freedom of a table of 52 by 52 with fixed sums of rows and columns. */
enum { CHI_SQUARE_FREEDOM = (CARD_COUNT - 1) * (CARD_COUNT - 1) };

/* Counts of shuffled decks. Set it to zero before use. */
struct chi_square {
	uint32_t decks;
	uint32_t seen[CARD_COUNT][CARD_COUNT]; /* decks with a card at a place: [place][card] */
};

/* Counts the cards of a shuffled deck of 52. */
void chi_square_add(struct chi_square *chi_square, const card *deck);
/* Returns chi-squared of the counts, for at least one deck, with CHI_SQUARE_FREEDOM degrees of
 * freedom. Each deck holds each card once, which makes the plain sum too large by 52/51; the result
 * is corrected for that. */
double chi_square_chi2(const struct chi_square *chi_square);
/* Returns the probability of a chi-squared this large by chance, 0 to 1 (Wilson and Hilferty;
 * precise to 1e-5). */
double chi_square_chance(double chi2);

#endif
