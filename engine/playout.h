/* playout.h - reproducible random numbers, and random play */
#ifndef ENGINE_PLAYOUT_H
#define ENGINE_PLAYOUT_H

#include "engine/game.h"

/*
 * A small fast generator (wyrand: a Weyl sequence mixed by one wide multiplication) that takes any
 * seed. Its numbers are reproducible and easy to predict: use shuffle.h for the decks that people
 * play.
 */
struct chance {
	uint64_t seed;
};

static inline uint64_t chance_next(struct chance *chance)
{
	chance->seed += UINT64_C(0xa0761d6478bd642f);
	uint64_t a = chance->seed, b = a ^ UINT64_C(0xe7037ed1a0b428db);
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 product = a;
	product *= b;
	return (uint64_t)(product >> 64) ^ (uint64_t)product;
#else /* long multiplication by halves of 32 bits */
	uint64_t middle = (a >> 32) * (uint32_t)b + ((uint64_t)(uint32_t)a * (uint32_t)b >> 32);
	uint64_t other = (uint32_t)a * (b >> 32) + (uint32_t)middle;
	return ((a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32)) ^ a * b;
#endif
}

/* Returns a number below limit, 1…2^32. The bias is below limit / 2^32. */
static inline unsigned chance_below(struct chance *chance, unsigned limit)
{
	return (unsigned)((uint32_t)chance_next(chance) * (uint64_t)limit >> 32);
}

/* Derives the independent seed of one part, such as a move, from the seed of the whole. */
static inline uint64_t chance_part(uint64_t seed, uint64_t part)
{
	struct chance chance = { seed ^ part * UINT64_C(0x9e3779b97f4a7c15) };
	chance_next(&chance);
	return chance_next(&chance);
}

/* Returns a random card of a set, as a set of this card; 0 for an empty set. */
static inline cards chance_card(struct chance *chance, cards set)
{
	if (set == 0)
		return 0;
	for (unsigned skip = chance_below(chance, cards_count(set)); skip > 0; skip--)
		set &= set - 1;
	return set & -set;
}

void chance_shuffle(struct chance *chance, card *deck, unsigned count);

#endif
