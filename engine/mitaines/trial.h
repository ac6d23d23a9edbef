/*
 * mitaines/trial.h - actions tried out: a deal is played to its end in imagined worlds, the more
 * often after an action the better it has done so far.
 */
#ifndef ENGINE_MITAINES_TRIAL_H
#define ENGINE_MITAINES_TRIAL_H

#include "engine/mitaines/habit.h"

/* A world: the seat to act knows its own hand, the other one is imagined. */
struct trial_world {
	struct duel duel;
	uint64_t undealt; /* the number of cards of each lane that will be dealt later */
	bool greedy;      /* the other plays as `greedy` does, not by habit */
};

struct trial_arm {
	uint8_t action;
	uint32_t tried;
	float points; /* over its trials: what the seat got more than the other */
};

struct trial {
	const struct duel_rules *rules;
	const struct habit *habit;
	struct chance chance;
	uint32_t tried;
	unsigned arms;
	struct trial_arm arm[DUEL_ACTIONS]; /* of all legal actions, in their order */
};

void trial_open(struct trial *trial, const struct duel_rules *rules, const struct habit *habit,
	uint64_t seed, const struct duel *duel);
/* Tries one action in a world. */
void trial_run(struct trial *trial, const struct trial_world *world);
/* The best arm: the one tried most. */
const struct trial_arm *trial_best(const struct trial *trial);

#endif
