/*
 * mitaines/bandit.h - actions tried out: a deal is played to its end in samples, the more
 * often after an action the better it has done so far.
 */
#ifndef ENGINE_MITAINES_BANDIT_H
#define ENGINE_MITAINES_BANDIT_H

#include "engine/mitaines/policy.h"

/* A sample: the seat to act knows its own hand, the other one is imagined. */
struct bandit_sample {
	struct duel duel;
	uint64_t undealt; /* the number of cards of each lane that will be dealt later */
	bool greedy;      /* the other plays as `greedy` does, not by the policy */
};

struct bandit_arm {
	uint8_t action;
	uint32_t tried;
	float points; /* over its tries: what the seat got more than the other */
};

struct bandit {
	const struct duel_rules *rules;
	const struct playout_policy *policy;
	struct chance chance;
	uint32_t tried;
	unsigned arms;
	struct bandit_arm arm[DUEL_ACTIONS]; /* of all legal actions, in their order */
};

void bandit_open(struct bandit *bandit, const struct duel_rules *rules,
	const struct playout_policy *policy, uint64_t seed, const struct duel *duel);
/* Tries one action in a sample. */
void bandit_run(struct bandit *bandit, const struct bandit_sample *sample);

#endif
