/* mate/value.c - the order of cards in Mate, and their points (rules text 003) */
#include "engine/mate.h"

unsigned mate_height(const struct mate_open *open, card c)
{
	static const uint8_t ranks[RANK_COUNT] = {
		[RANK_Q] = 1, [RANK_K] = 2, [RANK_T] = 3, [RANK_A] = 4
	};
	static const uint8_t suits[2][SUIT_COUNT] = {
		{ [SUIT_S] = 1, [SUIT_H] = 2, [SUIT_C] = 3 },
		{ [SUIT_H] = 1, [SUIT_S] = 2, [SUIT_C] = 3 },
	};
	return (unsigned)ranks[card_rank(c)] * SUIT_COUNT +
		suits[open->option[MATE_SUITS]][card_suit(c)];
}

unsigned mate_value(card c)
{
	static const uint8_t values[RANK_COUNT] = {
		[RANK_7] = 7, [RANK_Q] = 3, [RANK_K] = 4, [RANK_T] = 10, [RANK_A] = 11
	};
	return values[card_rank(c)];
}
