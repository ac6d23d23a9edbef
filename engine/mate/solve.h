/* mate/solve.h - an exact solver for hands of Mate with all cards known */
#ifndef ENGINE_MATE_SOLVE_H
#define ENGINE_MATE_SOLVE_H

#include "engine/mate.h"

enum { MATE_ENTRIES = 1 << 15 };

/* The known value of a position, or a bound of the value. */
struct mate_entry {
	uint64_t key;
	int32_t value;
	uint8_t bound;
};

/* The solver: a transposition table for one hand. */
struct mate_solver {
	const struct game *game;
	uint32_t nodes; /* search nodes left */
	bool second;    /* true for the second hand of a round */
	struct mate_entry entry[MATE_ENTRIES];
};

/*
 * Returns true if the solver knows all options of the table. It refuses options added later: they
 * could give equal positions different values.
 */
bool mate_solve_knows(const struct mate_open *open);
/* Begins the hand of a state with an empty table and a limit of search nodes. */
void mate_solve_begin(struct mate_solver *solver, const struct game *game, const struct mate *mate,
	uint32_t nodes);
/*
 * Computes the points of seat 0 minus the points of seat 1 at the end of the hand, if both play
 * perfectly with open cards. mate_solve_knows must accept the options, and foreplacing or the hand
 * must be over. Returns false if the node limit ends the search.
 */
bool mate_solve(struct mate_solver *solver, const struct mate *mate, int32_t *lead);

#endif
