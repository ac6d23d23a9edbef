/* recount.h - computes results, figures and ratings from the text of records, without code of
 * engine or store, except for the formula of ratings. */
#ifndef TESTS_STAGE_RECOUNT_H
#define TESTS_STAGE_RECOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/rating.h"
#include "storage/matches.h"

/* RECOUNT_GAMES is larger than the number of games. */
enum { RECOUNT_NAMES = 64, RECOUNT_GAINS = 1600, RECOUNT_GAMES = 8, RECOUNT_MEETINGS = 2000 };

/* The statistics of one name in one game. */
struct tally {
	unsigned matches, wins, streak, longest;
	int64_t points, hands;
	int32_t best;
	struct rating rating;
	unsigned rated, rated_wins;
	unsigned known; /* people met, at most two more a day */
	int64_t day;    /* of the last finished rated match */
	unsigned peers; /* established opponents, when they last played; at most three */
};

/* One of two people has met the other in a finished rated match. */
struct meeting {
	unsigned one, other, game;
};

struct versus {
	unsigned matches, wins;
	int64_t points;
};

/* One change of a rating. */
struct gain {
	unsigned name, game;
	char preset[16];
	int32_t points;
	int64_t at;
};

/* Sums over many records; all zero before the first. */
struct recount {
	char name[RECOUNT_NAMES][32];
	bool robot[RECOUNT_NAMES];
	unsigned names;
	struct tally tally[RECOUNT_NAMES][RECOUNT_GAMES];
	struct versus versus[RECOUNT_NAMES][RECOUNT_NAMES];
	struct gain gain[RECOUNT_GAINS];
	unsigned gains;
	struct meeting meeting[RECOUNT_MEETINGS];
	unsigned meetings;
	double won[RECOUNT_NAMES][RECOUNT_NAMES][RECOUNT_GAMES]; /* points from each other */
	unsigned drawn;
};

/* Adds a match. The record's text is cut into lines; row and seats are what the store has
 * besides, and played says that a person made a move. Returns NULL, or the fault of the
 * record. */
const char *recount_add(struct recount *recount, char *text, const struct store_match *row,
	const struct store_seat *seats, bool played);

#endif
