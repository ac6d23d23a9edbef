/* mitaines/solver.h - an exact solver for a deal of two players with open hands */
#ifndef ENGINE_MITAINES_SOLVER_H
#define ENGINE_MITAINES_SOLVER_H

#include "engine/mitaines/duel.h"

/* Bounds of the value of a position: the future points of the seat to act minus the opponent's. */
struct solver_entry {
	uint64_t key;
	int16_t least, most;
	uint8_t action; /* best action so far */
};

enum { SOLVER_ENTRIES = 1 << 14 };

/*
 * A goal other than points. `worth` returns the value of a finished deal for seat 0, within
 * ±SOLVER_FAR.
 */
struct solver_goal {
	int (*worth)(void *context, const int16_t points[DUEL_SEATS]);
	void *context;
};

enum { SOLVER_FAR = 20000 };

struct solver {
	const struct duel_rules *rules;
	const struct solver_goal *goal; /* NULL: play for points */
	uint64_t undealt;               /* undealt cards of each lane, for duel_rest */
	uint64_t salt; /* key of the current sample, because samples share the table */
	size_t mask;   /* number of entries in use, minus 1 */
	struct solver_entry entry[SOLVER_ENTRIES];
};

/* Begins with an empty table for deals with `left` cards to play; the goal is points. */
void solver_open(struct solver *solver, const struct duel_rules *rules, unsigned left);
/* Begins another sample. undealt: number of cards of each lane for later deals (duel_rest). */
void solver_turn(struct solver *solver, uint64_t undealt);
/* Sets the goal, which must outlive the solver. */
void solver_aim(struct solver *solver, const struct solver_goal *goal);
/*
 * Returns the points that the seat to act gains on the opponent if both play perfectly. With a
 * goal, returns the goal's value of the finished deal for that seat.
 */
int solver_solve(struct solver *solver, const struct duel *duel);
/* Like solver_solve, but the seat to act plays this action first. */
int solver_action(struct solver *solver, const struct duel *duel, unsigned action);

#endif
