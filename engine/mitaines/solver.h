/*
 * mitaines/solver.h - a deal between two players who see each other's hands, played out exactly:
 * the last deal of a hand is one, and so is every sample that a player imagines.
 */
#ifndef ENGINE_MITAINES_SOLVER_H
#define ENGINE_MITAINES_SOLVER_H

#include "engine/mitaines/duel.h"

/* What is known of a position, for the seat to act: points still to come, its own less the other's.
 */
struct solver_entry {
	uint64_t key;
	int16_t least, most;
	uint8_t action; /* the best one found */
};

enum { SOLVER_ENTRIES = 1 << 14 };

/*
 * What is played for where points alone are not: what an end is worth to seat 0, less to seat 1, a
 * number within SOLVER_FAR.
 */
struct solver_goal {
	int (*worth)(void *context, const int16_t points[DUEL_SEATS]);
	void *context;
};

enum { SOLVER_FAR = 20000 };

struct solver {
	const struct duel_rules *rules;
	const struct solver_goal *goal; /* NULL: points */
	uint64_t undealt;               /* as duel_rest takes it */
	uint64_t salt;                  /* keeps samples apart */
	uint64_t mask;                  /* of the entries in use */
	struct solver_entry entry[SOLVER_ENTRIES];
};

/*
 * Begins with an empty memory of positions, for deals of which so many cards are left, to be played
 * for points.
 */
void solver_open(struct solver *solver, const struct duel_rules *rules, unsigned left);
/* Another sample, of which so many cards of each lane will be dealt later, as duel_rest takes it.
 */
void solver_turn(struct solver *solver, uint64_t undealt);
/* From now on play is for a goal, which must live on. */
void solver_aim(struct solver *solver, const struct solver_goal *goal);
/*
 * What the seat to act will score more than the other from here on when both play exactly; with a
 * goal, what the end will be worth to it.
 */
int solver_solve(struct solver *solver, const struct duel *duel);
/* The same when the seat plays that action first. */
int solver_action(struct solver *solver, const struct duel *duel, unsigned action);

#endif
