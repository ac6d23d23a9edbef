/* playout.h - random numbers for tests and measurements, and random play with them. */
#ifndef ENGINE_PLAYOUT_H
#define ENGINE_PLAYOUT_H

#include "engine/game.h"

/*
 * A small fast generator (splitmix64: Steele, Lea and Flood 2014); any seed will do. Its numbers
 * are reproducible and not secret: nothing that people play is shuffled with them.
 */
struct chance {
	uint64_t seed;
};

static inline uint64_t chance_next(struct chance *chance)
{
	uint64_t z = chance->seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* A number below limit, 1…2^32; the bias is below limit / 2^32. */
static inline unsigned chance_below(struct chance *chance, unsigned limit)
{
	return (unsigned)((chance_next(chance) >> 32) * limit >> 32);
}

void chance_shuffle(struct chance *chance, card *deck, unsigned count);
/*
 * Plays uniformly random legal moves to the end of the hand; a state in PHASE_DEAL gets a shuffled
 * deck first. Returns the number of moves.
 */
unsigned playout_hand(const struct game *game, struct state *state, struct chance *chance);

#endif
