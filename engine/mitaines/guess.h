/*
 * mitaines/guess.h - what the other holds and how he thinks, guessed from how he has played: worlds
 * come up the more often the better they explain it.
 */
#ifndef ENGINE_MITAINES_GUESS_H
#define ENGINE_MITAINES_GUESS_H

#include "engine/mitaines/habit.h"
#include "engine/mitaines/world.h"

enum { GUESSES = 512 };

struct guess {
	uint64_t hand[GUESSES]; /* packed */
	/* Sums of weights up to each hand, taking the other to play by habit; and as `greedy`. */
	float reach[GUESSES][2];
};

/* habit: how he plays when not as `greedy`; NULL: how he has played is left out of account. */
void guess_open(struct guess *guess, struct worlds *worlds, const struct habit *habit,
	struct chance *chance);
/* One of the hands; *greedy tells how the other plays. */
uint64_t guess_draw(const struct guess *guess, struct chance *chance, bool *greedy);

#endif
