/* mitaines/belief.h - the opponent's hand, weighted by how well it explains their plays */
#ifndef ENGINE_MITAINES_BELIEF_H
#define ENGINE_MITAINES_BELIEF_H

#include "engine/mitaines/policy.h"
#include "engine/mitaines/sample.h"

enum { BELIEF_HANDS = 512 };

struct belief {
	uint64_t hand[BELIEF_HANDS]; /* packed hands */
	/* Cumulative weights of the hand: [0] the opponent plays by the policy, [1] as `greedy`. */
	uint32_t reach[BELIEF_HANDS][2];
	/* Effective sample size: small if few of the hands explain the plays. */
	uint32_t effective;
};

/*
 * Draws and weighs hands. policy: the play of an opponent other than `greedy`; NULL: all hands have
 * equal weights.
 */
void belief_open(struct belief *belief, struct samples *samples,
	const struct playout_policy *policy, struct chance *chance);
/*
 * Returns a random hand by weight. Sets *greedy if the opponent plays as `greedy` in this sample.
 */
uint64_t belief_draw(const struct belief *belief, struct chance *chance, bool *greedy);

#endif
