/* recount.h - computes results, statistics and ratings from the texts of records, without code of
 * engine or storage. Only the formula of ratings is the engine's. */
#ifndef TESTS_STAGE_RECOUNT_H
#define TESTS_STAGE_RECOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/rating.h"
#include "storage/matches.h"

/* RECOUNT_GAMES must be larger than the number of games. */
enum { RECOUNT_NAMES = 64, RECOUNT_GAINS = 1600, RECOUNT_GAMES = 8, RECOUNT_MEETINGS = 2000 };

/* The statistics of one name in one game. */
struct tally {
	unsigned matches, wins, streak, longest;
	int64_t points, hands;
	int32_t best;
	struct rating rating;
	unsigned rated, rated_wins;
	unsigned known; /* people met in rated matches, at most two more each day */
	int64_t day;    /* day of the last finished rated match, in days since 1970 */
	unsigned peers; /* established opponents after the last rated match; at most three */
};

/* `one` has met `other` in a finished rated match of `game`. */
struct meeting {
	unsigned one, other, game;
};

struct versus {
	unsigned matches, wins;
	int64_t points;
};

/* A change of one person's rating by one match. */
struct gain {
	unsigned name, game;
	char preset[16];
	int32_t points;
	int64_t at;
};

/* Sums over many records. Set all members to zero before the first record. */
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
	double won[RECOUNT_NAMES][RECOUNT_NAMES][RECOUNT_GAMES]; /* [a][b]: points a won from b */
	unsigned drawn;
};

/* Adds a match. Cuts the record's text into lines. row, seats: the match in the store; played: a
 * person made a move in it. Returns NULL, or the text of a fault in the record. */
const char *recount_add(struct recount *recount, char *text, const struct store_match *row,
	const struct store_seat *seats, bool played);

#endif
