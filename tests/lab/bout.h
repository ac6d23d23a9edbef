/* bout.h - AI players against each other on paired deals: the same decks are played with the seats
 * exchanged, so that luck cancels out. With two sides each player has either side once; with three
 * or four A plays each side alone against B on the others, and B each side alone against A. Results
 * depend only on the bout, not on the number of processors; times do. */
#ifndef TESTS_LAB_BOUT_H
#define TESTS_LAB_BOUT_H

#include "engine/player.h"

/* A player that can be set against another. */
struct fighter {
	const char *name;
	/* Returns the move of the view's seat, like player_move. */
	struct move (*move)(const struct game *game, enum level level, const struct view *view,
		uint64_t seed, void *memory);
	enum level level; /* argument of `move`, if it has levels */
	/* Returns true if it can play at a table of this game. NULL: at every table. */
	bool (*plays)(const struct game *game, const struct state *state);
};

/* fighter_named ignores case and returns NULL for an unknown name. The list ends with a NULL
 * name. */
extern const struct fighter fighters[];
const struct fighter *fighter_named(const char *name);

struct bout {
	const struct game *game;
	const struct state *start; /* state in PHASE_DEAL from which every match starts */
	const struct fighter *fighter[2];
	uint64_t seed;
	unsigned pairs;
	bool hand; /* play only one hand of each match */
};

struct times {
	uint64_t moves;
	double seconds; /* processor time */
};

struct figure {
	double value;
	double error; /* standard error over pairs */
};

/* Index 0 is A, 1 is B. Points are the mean of a player's sides, per hand. */
struct outcome {
	struct figure
		wins; /* A's share of matches, 0 to 1; a tie counts as A's part of the winners */
	struct figure alone;  /* the same in matches of one A against several B */
	struct figure others; /* the same in matches of several A against one B */
	struct figure ahead;  /* A's points minus B's */
	unsigned sides;
	double points[2];
	uint64_t hands;
	struct times times[2];
};

/* Plays a bout on all processors. */
void bout_fight(const struct bout *bout, struct outcome *outcome);

#endif
