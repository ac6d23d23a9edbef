/* pimc.c - an AI player that uses plain perfect-information Monte Carlo. */
#include "tests/lab/pimc.h"

#include <assert.h>

#include "engine/mitaines.h"
#include "engine/mitaines/view.h"
#include "tests/duel_move.h"

static_assert(sizeof(struct pimc) <= MITAINES_THINK_MEMORY, "it fits a player's memory");

/* Solves every action in one sample, and adds the action's value to its element of `sum`. */
static void solve_world(struct pimc *pimc, const struct duel *duel, int sum[DUEL_ACTIONS])
{
	uint64_t actions = duel_legal(&pimc->rules, duel);
	for (; actions != 0; actions &= actions - 1) {
		unsigned action = (unsigned)__builtin_ctzll(actions);
		sum[action] += solver_action(&pimc->solver, duel, action);
	}
}

static unsigned best_of(uint64_t actions, const int sum[DUEL_ACTIONS])
{
	unsigned best = (unsigned)__builtin_ctzll(actions);
	for (; actions != 0; actions &= actions - 1)
		if (sum[__builtin_ctzll(actions)] > sum[best])
			best = (unsigned)__builtin_ctzll(actions);
	return best;
}

bool pimc_plays(const struct game *game, const struct state *state)
{
	return game == &mitaines_game &&
		duel_covers(&((const struct mitaines *)state)->open, state->players);
}

struct move pimc_move(const struct view *view, uint64_t seed, struct pimc *pimc)
{
	const struct mitaines_view *sight = (const struct mitaines_view *)view;
	struct chance chance = { seed };
	int sum[DUEL_ACTIONS] = { 0 };
	struct duel duel;
	uint64_t actions;
	/* In the last deal only one sample is possible. */
	unsigned samples = sight->open.undealt > 0 ? PIMC_SAMPLES : 1;

	duel_set_rules(&pimc->rules, &sight->open.rules);
	duel_set(&duel, &sight->open, view->seat);
	duel.hand[view->seat] = duel_pack(sight->hand);
	actions = duel_legal(&pimc->rules, &duel);
	if ((actions & (actions - 1)) == 0)
		samples = 0;
	samples_open(&pimc->samples, &pimc->rules, sight);
	solver_open(&pimc->solver, &pimc->rules, duel.left);
	for (; samples > 0; samples--) {
		duel.hand[view->seat ^ 1] = samples_draw(&pimc->samples, &chance);
		solver_turn(&pimc->solver, 0);
		solve_world(pimc, &duel, sum);
	}
	return duel_move(sight->hand, best_of(actions, sum));
}
