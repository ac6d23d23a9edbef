/*
 * mitaines_exact.h - a deal between two players who see each other's hands, played out exactly: the
 * last deal of a hand is one, and so is every world that a player imagines.
 */
#ifndef ENGINE_MITAINES_EXACT_H
#define ENGINE_MITAINES_EXACT_H

#include "engine/mitaines_duel.h"

/* What is known of a position, for the seat to act: points still to come, its own less the other's.
 */
struct exact_entry {
	uint64_t key;
	int16_t least, most;
	uint8_t action; /* the best one found */
};

enum { EXACT_ENTRIES = 1 << 14 };

struct exact {
	const struct duel_rules *rules;
	uint64_t undealt; /* as duel_rest takes it */
	uint64_t salt;    /* keeps worlds apart */
	uint64_t mask;    /* of the entries in use */
	struct exact_entry entry[EXACT_ENTRIES];
};

/* Begins with an empty memory of positions, for deals of which so many cards are left. */
void exact_open(struct exact *exact, const struct duel_rules *rules, unsigned left);
/* Another world, of which so many cards of each lane will be dealt later, as duel_rest takes it. */
void exact_turn(struct exact *exact, uint64_t undealt);
/* What the seat to act will score more than the other from here on when both play exactly. */
int exact_solve(struct exact *exact, const struct duel *duel);
/* The same when the seat plays that action first. */
int exact_action(struct exact *exact, const struct duel *duel, unsigned action);

#endif
