/* mate/solve.h - hands of Mate in which nothing is hidden any more, solved exactly. */
#ifndef ENGINE_MATE_SOLVE_H
#define ENGINE_MATE_SOLVE_H

#include "engine/mate.h"

enum { MATE_ENTRIES = 1 << 15 };

/* What is known of a position: its value, or that it is at least or at most so much. */
struct mate_entry {
	uint64_t key;
	int32_t value;
	uint8_t bound;
};

/* Positions seen, good for one hand. */
struct mate_solver {
	const struct game *game;
	uint32_t nodes; /* positions that may still be looked at */
	bool second;    /* the hand: first or second of its round */
	struct mate_entry entry[MATE_ENTRIES];
};

/*
 * True if a table's options are among those whose every consequence a position tells: with others,
 * added since, equal positions may not be.
 */
bool mate_solve_knows(const struct mate_open *open);
/* Begins with the hand of that state and an empty table; about so many positions may be seen. */
void mate_solve_begin(struct mate_solver *solver, const struct game *game, const struct mate *mate,
	uint32_t nodes);
/*
 * What the hand ends with, points of seat 0 less those of seat 1, when both play as well as can be,
 * every card open. Options must be known, and foreplacing over, or the hand. False: it would take
 * too many positions.
 */
bool mate_solve(struct mate_solver *solver, const struct mate *mate, int32_t *lead);

#endif
