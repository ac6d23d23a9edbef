/*
 * pimc.h - a player to measure the expert by: plain perfect-information Monte Carlo. It
 * solves the current deal exactly in samples that are all equally likely, and makes the move that
 * is best on average; the last deal it plays as the expert does. Only tools play with it.
 */
#ifndef TESTS_LAB_PIMC_H
#define TESTS_LAB_PIMC_H

#include "engine/mitaines/sample.h"
#include "engine/mitaines/solver.h"

enum { PIMC_SAMPLES = 100 };

/* The memory it thinks in. */
struct pimc {
	struct duel_rules rules;
	struct samples samples;
	struct solver solver;
};

/* True if it can play at a table: Mitaines between two. */
bool pimc_plays(const struct game *game, const struct state *state);
/* The move of the view's seat, whose turn it is; always the same for a view and seed. */
struct move pimc_move(const struct view *view, uint64_t seed, struct pimc *pimc);

#endif
