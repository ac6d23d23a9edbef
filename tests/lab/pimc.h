/* pimc.h - a reference player for measuring the expert: plain perfect-information Monte Carlo. It
 * solves the current deal exactly in samples of equal probability, and makes the move with the best
 * mean; it plays the last deal as the expert does. */
#ifndef TESTS_LAB_PIMC_H
#define TESTS_LAB_PIMC_H

#include "engine/mitaines/sample.h"
#include "engine/mitaines/solver.h"

enum { PIMC_SAMPLES = 100 };

/* Working memory. */
struct pimc {
	struct duel_rules rules;
	struct samples samples;
	struct solver solver;
};

/* Returns true for tables of Mitaines between two. */
bool pimc_plays(const struct game *game, const struct state *state);
/* Returns the move of the view's seat, on its turn. It depends only on view and seed. */
struct move pimc_move(const struct view *view, uint64_t seed, struct pimc *pimc);

#endif
