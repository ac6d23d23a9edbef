/*
 * mitaines/exact.h - a deal between two players who see each other's hands, played out exactly: the
 * last deal of a hand is one, and so is every world that a player imagines.
 */
#ifndef ENGINE_MITAINES_EXACT_H
#define ENGINE_MITAINES_EXACT_H

#include "engine/mitaines/duel.h"

/* What is known of a position, for the seat to act: points still to come, its own less the other's.
 */
struct exact_entry {
	uint64_t key;
	int16_t least, most;
	uint8_t action; /* the best one found */
};

enum { EXACT_ENTRIES = 1 << 14 };

/*
 * What is played for where points alone are not: what an end is worth to seat 0, less to seat 1, a
 * number within EXACT_FAR.
 */
struct exact_goal {
	int (*worth)(void *context, const int16_t points[DUEL_SEATS]);
	void *context;
};

enum { EXACT_FAR = 20000 };

struct exact {
	const struct duel_rules *rules;
	const struct exact_goal *goal; /* NULL: points */
	uint64_t undealt;              /* as duel_rest takes it */
	uint64_t salt;                 /* keeps worlds apart */
	uint64_t mask;                 /* of the entries in use */
	struct exact_entry entry[EXACT_ENTRIES];
};

/*
 * Begins with an empty memory of positions, for deals of which so many cards are left, to be played
 * for points.
 */
void exact_open(struct exact *exact, const struct duel_rules *rules, unsigned left);
/* Another world, of which so many cards of each lane will be dealt later, as duel_rest takes it. */
void exact_turn(struct exact *exact, uint64_t undealt);
/* From now on play is for a goal, which must live on. */
void exact_aim(struct exact *exact, const struct exact_goal *goal);
/*
 * What the seat to act will score more than the other from here on when both play exactly; with a
 * goal, what the end will be worth to it.
 */
int exact_solve(struct exact *exact, const struct duel *duel);
/* The same when the seat plays that action first. */
int exact_action(struct exact *exact, const struct duel *duel, unsigned action);

#endif
