/* playout.h - random numbers for tests and measurements, and random play with them. */
#ifndef ENGINE_PLAYOUT_H
#define ENGINE_PLAYOUT_H

#include "engine/game.h"

/*
 * A small fast generator (a Weyl sequence folded by one wide multiplication); any seed will do. Its
 * numbers are reproducible and not secret: nothing that people play is shuffled with them.
 */
struct chance {
	uint64_t seed;
};

static inline uint64_t chance_next(struct chance *chance)
{
	__extension__ unsigned __int128 product;

	chance->seed += UINT64_C(0xa0761d6478bd642f);
	product = chance->seed;
	product *= chance->seed ^ UINT64_C(0xe7037ed1a0b428db);
	return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A number below limit, 1…2^32; the bias is below limit / 2^32. */
static inline unsigned chance_below(struct chance *chance, unsigned limit)
{
	return (unsigned)((uint32_t)chance_next(chance) * (uint64_t)limit >> 32);
}

/* The seed of one part of what a seed stands for: parts have nothing to do with one another. */
static inline uint64_t chance_part(uint64_t seed, uint64_t part)
{
	struct chance chance = { seed ^ part * UINT64_C(0x9e3779b97f4a7c15) };
	chance_next(&chance);
	return chance_next(&chance);
}

void chance_shuffle(struct chance *chance, card *deck, unsigned count);
/*
 * Plays uniformly random legal moves to the end of the hand; a state in PHASE_DEAL gets a shuffled
 * deck first. Returns the number of moves.
 */
unsigned playout_hand(const struct game *game, struct state *state, struct chance *chance);

#endif
