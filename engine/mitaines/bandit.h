/* mitaines/bandit.h - a multi-armed bandit (UCB1) over actions, rewarded by play-outs */
#ifndef ENGINE_MITAINES_BANDIT_H
#define ENGINE_MITAINES_BANDIT_H

#include "engine/mitaines/policy.h"

/* A deal with the real hand of the seat to act and a random hand of the opponent. */
struct bandit_sample {
	struct duel duel;
	uint64_t undealt; /* cards of each lane (duel.h) that later deals will bring */
	bool greedy;      /* true: the opponent plays like `greedy`; false: by the policy */
};

struct bandit_arm {
	uint8_t action;
	uint32_t tried;
	int32_t points;   /* sum of the seat's lead in points over all tries of the action */
	uint64_t squares; /* sum of the squares of that lead */
	int32_t mean;     /* points / tried, in 256ths */
	uint32_t spread;  /* square root of 1 / tried, in 65536ths */
};

struct bandit {
	const struct duel_rules *rules;
	const struct playout_policy *policy;
	struct chance chance;
	uint32_t tried;
	uint32_t radius; /* exploration bonus of an arm that was tried once, in 256ths of a point */
	unsigned arms;
	struct bandit_arm arm[DUEL_ACTIONS]; /* one arm for each legal action, in order */
};

void bandit_open(struct bandit *bandit, const struct duel_rules *rules,
	const struct playout_policy *policy, uint64_t seed, const struct duel *duel);
/* Tries one action in a sample and records its result. */
void bandit_run(struct bandit *bandit, const struct bandit_sample *sample);

#endif
