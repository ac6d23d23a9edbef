/*
 * bout.h - AI players against each other on paired deals: the same decks are played with the
 * seats exchanged, so that luck of the cards cancels out. Of two sides each plays either once; of
 * three or four A plays each alone against B on the others, and B each alone against A.
 *
 * What comes out depends on the bout alone, never on how many processors play it; only times do.
 */
#ifndef TESTS_LAB_BOUT_H
#define TESTS_LAB_BOUT_H

#include "engine/player.h"

/* One of those that can be set against each other. */
struct fighter {
	const char *name;
	/* The move of the view's seat, like player_move. */
	struct move (*move)(const struct game *game, enum level level, const struct view *view,
		uint64_t seed, void *memory);
	enum level level; /* what `move` is called with, if it knows levels */
	/* True if it can play at a table of that game; NULL: at all of them. */
	bool (*plays)(const struct game *game, const struct state *state);
};

/* The fighter of that name in any case, or NULL; the list ends with a NULL name. */
extern const struct fighter fighters[];
const struct fighter *fighter_named(const char *name);

struct bout {
	const struct game *game;
	const struct state *start; /* a state in PHASE_DEAL of which every match is a copy */
	const struct fighter *fighter[2];
	uint64_t seed;
	unsigned pairs;
	bool hand; /* play only one hand of each match */
};

/* Times per move are kept in classes, 16 to a doubling: so exact is the 99th percentile. */
enum { TIME_CLASSES = 16 * 48 };
struct times {
	uint64_t moves;
	double seconds; /* of the processor */
	uint64_t class[TIME_CLASSES];
};

struct figure {
	double value;
	double error; /* standard error over pairs */
};

/* Index 0 is A, 1 is B. Points are a side's, per hand; of several sides that one plays, their mean.
 */
struct outcome {
	struct figure wins;  /* A's share of matches, 0 to 1, half when both are alike; of a tie its
				part of the winners */
	struct figure alone; /* the same where A has one side, */
	struct figure others; /* and where B has */
	struct figure ahead;  /* A's points less B's */
	unsigned sides;
	double points[2];
	uint64_t hands;
	struct times times[2];
};

/* Plays a bout on all processors; false: no memory. */
bool bout_fight(const struct bout *bout, struct outcome *outcome);
/* The time per move in seconds that 99 of 100 moves do not exceed. */
double times_p99(const struct times *times);

#endif
