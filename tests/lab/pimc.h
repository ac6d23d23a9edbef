/* pimc.h - a reference player to compare the expert with: plain perfect-information Monte Carlo. It
 * draws equally probable samples of the hidden cards, solves the current deal exactly in each, and
 * makes the move with the best mean. It plays the last deal as the expert does. */
#ifndef TESTS_LAB_PIMC_H
#define TESTS_LAB_PIMC_H

#include "engine/mitaines/sample.h"
#include "engine/mitaines/solver.h"

enum { PIMC_SAMPLES = 100 };

/* The player's working memory. */
struct pimc {
	struct duel_rules rules;
	struct samples samples;
	struct solver solver;
};

/* Returns true if the state is a table of Mitaines for two. */
bool pimc_plays(const struct game *game, const struct state *state);
/* Returns the move of the view's seat, which must be to move. It depends only on view and seed. */
struct move pimc_move(const struct view *view, uint64_t seed, struct pimc *pimc);

#endif
