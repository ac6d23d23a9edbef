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
enum { RECOUNT_NAMES = 64, RECOUNT_GAINS = 1600, RECOUNT_GAMES = 8, RECOUNT_MEETINGS = 4000 };

/* The statistics of one name in one game. */
struct tally {
	unsigned matches, wins, streak, longest;
	int64_t points, hands;
	int32_t best;
	struct rating rating;
	unsigned rated, rated_wins;
};

/* A rated match of two people. */
struct meeting {
	unsigned one, other, game;
	int64_t at;
};

/* A finished rated match of one person, with a bit for each other name that took part. */
struct attendance {
	unsigned name, game;
	uint64_t others;
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
	struct attendance attendance[RECOUNT_GAINS];
	unsigned attendances;
	unsigned drawn;
};

/* Adds a match. The record's text is cut into lines; row and seats are what the store has
 * besides, and played says that a person made a move. Returns NULL, or the fault of the
 * record. */
const char *recount_add(struct recount *recount, char *text, const struct store_match *row,
	const struct store_seat *seats, bool played);

#endif
