/*
 * mitaines/belief.h - what the other holds and how they think, guessed from how they have played:
 * samples come up the more often the better they explain it.
 */
#ifndef ENGINE_MITAINES_BELIEF_H
#define ENGINE_MITAINES_BELIEF_H

#include "engine/mitaines/policy.h"
#include "engine/mitaines/sample.h"

enum { BELIEF_HANDS = 512 };

struct belief {
	uint64_t hand[BELIEF_HANDS]; /* packed */
	/* Sums of weights up to each hand, taking the other to play by the policy; and as `greedy`.
	 */
	float reach[BELIEF_HANDS][2];
};

/* policy: how they play when not as `greedy`; NULL: how they have played is left out of account. */
void belief_open(struct belief *belief, struct samples *samples,
	const struct playout_policy *policy, struct chance *chance);
/* One of the hands; *greedy tells how the other plays. */
uint64_t belief_draw(const struct belief *belief, struct chance *chance, bool *greedy);

#endif
