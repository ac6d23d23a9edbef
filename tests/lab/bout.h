/* bout.h - plays AI players against each other on paired deals: they play the same decks with seats
 * exchanged, so that luck cancels out. With two sides, each player plays each side once. With three
 * or four sides, A plays each side alone against B, and B each side alone against A. The results
 * depend only on the bout, not on the number of processors; the times depend on both. */
#ifndef TESTS_LAB_BOUT_H
#define TESTS_LAB_BOUT_H

#include "engine/player.h"

/* An AI player that can play in a bout. */
struct fighter {
	const char *name;
	/* Returns the move of the view's seat, like player_move. */
	struct move (*move)(const struct game *game, enum level level, const struct view *view,
		uint64_t seed, void *memory);
	enum level level; /* argument of `move`; ignored by a player without levels */
	/* Returns true if the player can play this state of a game. NULL: it can play all games. */
	bool (*plays)(const struct game *game, const struct state *state);
};

/* The list ends with a NULL name. fighter_named ignores case, and returns NULL for an unknown
 * name. */
extern const struct fighter fighters[];
const struct fighter *fighter_named(const char *name);

struct bout {
	const struct game *game;
	const struct state *start; /* state in PHASE_DEAL from which every match starts */
	const struct fighter *fighter[2];
	uint64_t seed;
	unsigned pairs;
	bool hand; /* play only the first hand of each match */
};

struct times {
	uint64_t moves;
	double seconds; /* processor time in seconds */
};

struct figure {
	double value;
	double error; /* standard error over pairs */
};

/* The result of a bout. Index 0 is A, 1 is B. Points are the mean of a player's sides, for each
 * hand. */
struct outcome {
	struct figure wins;   /* A's share of the wins, 0 to 1; sides with a tie share a win */
	struct figure alone;  /* the same share in matches of one A against several B */
	struct figure others; /* the same share in matches of several A against one B */
	struct figure ahead;  /* A's points minus B's points */
	unsigned sides;
	double points[2];
	uint64_t hands;
	struct times times[2];
};

/* Plays a bout on all processors of the machine, and writes its outcome. */
void bout_fight(const struct bout *bout, struct outcome *outcome);

#endif
