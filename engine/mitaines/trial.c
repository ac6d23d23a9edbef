/* mitaines/trial.c - which action to try, and what comes of it. */
#include "engine/mitaines/trial.h"

#include <math.h>

/*
 * Points that an action may be better than it looks, when it was tried once. A tree of more than
 * one play was weaker: the other then answers to cards that he cannot see.
 */
#define CURIOSITY 37.0f

void trial_open(struct trial *trial, const struct duel_rules *rules, const struct habit *habit,
	uint64_t seed, const struct duel *duel)
{
	trial->rules = rules;
	trial->habit = habit;
	trial->chance.seed = seed;
	trial->tried = 0;
	trial->arms = 0;
	for (uint64_t actions = duel_legal(rules, duel); actions != 0; actions &= actions - 1)
		trial->arm[trial->arms++] =
			(struct trial_arm){ .action = (uint8_t)__builtin_ctzll(actions) };
}

/* The first not tried yet, else the one that may be the best. */
static struct trial_arm *choose(struct trial *trial)
{
	/* The logarithm in whole numbers: everywhere the same. */
	float doubt = CURIOSITY * sqrtf((float)(32 - __builtin_clz(trial->tried + 1)));
	struct trial_arm *best = NULL;
	float most = 0;

	for (unsigned i = 0; i < trial->arms; i++) {
		struct trial_arm *arm = &trial->arm[i];
		float tried = (float)arm->tried, hope;

		if (arm->tried == 0)
			return arm;
		hope = arm->points / tried + doubt / sqrtf(tried);
		if (best == NULL || hope > most) {
			most = hope;
			best = arm;
		}
	}
	return best;
}

/* Plays a deal to its end by habit; returns what `seat` got more than the other. */
static int play_out(struct trial *trial, const struct trial_world *world, unsigned action)
{
	const struct duel_rules *rules = trial->rules;
	struct duel duel = world->duel;
	unsigned seat = duel.turn;
	uint64_t hidden = world->undealt + duel_counts(duel.hand[0]) + duel_counts(duel.hand[1]);
	int rest;

	for (;;) {
		duel_play(rules, &duel, action);
		hidden -= UINT64_C(1) << duel_lane(action) * 4;
		if (duel.left == 0)
			break;
		action = world->greedy && duel.turn != seat
			? habit_greedy(rules, &duel)
			: habit_choose(trial->habit, rules, &duel, hidden, &trial->chance);
	}
	rest = duel_rest(&duel.pile, world->undealt);
	return duel.points[seat] - duel.points[seat ^ 1] + (duel.turn == seat ? rest : -rest);
}

void trial_run(struct trial *trial, const struct trial_world *world)
{
	struct trial_arm *arm = choose(trial);

	arm->points += (float)play_out(trial, world, arm->action);
	arm->tried++;
	trial->tried++;
}

const struct trial_arm *trial_best(const struct trial *trial)
{
	const struct trial_arm *best = &trial->arm[0];

	for (unsigned i = 1; i < trial->arms; i++)
		if (trial->arm[i].tried > best->tried)
			best = &trial->arm[i];
	return best;
}
