/*
 * ladder.h - stores new ratings after a match.
 *
 * The rule is here and in engine/rating.h: a result counts by how well the opponent is known and by
 * how often the two met (rating_weight). A match that was broken off is a loss for each person that
 * left it and moves no other rating; without a card played by a person it moves none. Ratings
 * follow the rule of the number LADDER_RULE: raise it with each change of the rule, and the next
 * start counts all ratings anew (recount.h).
 */
#ifndef BOT_MATCH_LADDER_H
#define BOT_MATCH_LADDER_H

#include "engine/game.h"
#include "storage/matches.h"

enum { LADDER_RULE = 1 };

/* A change of a person's rating, in shown numbers. */
struct rate_change {
	unsigned seat; /* the person's seat */
	int32_t before;
	int32_t after;
};

struct rate_changes {
	unsigned count; /* of people, in the order of their seats */
	struct rate_change change[SEATS_MAX];
};

/* A match that has ended, with its stored seats. */
struct ladder_match {
	int64_t id;
	int64_t ended;
	const struct game *game;
	const char *preset;
	const struct state *state; /* has sides and scores */
	const struct store_seat *seat;
	uint16_t rated_seats; /* bit set of seats whose owners are rated */
	bool played_to_end;   /* the match was played to its end */
	bool broken_off;      /* it was broken off before half of it was played */
	bool pruned;          /* its journal was removed */
};

/*
 * Stores the new ratings. Adds the changes for people to `changes`, which starts as zeros. Rates
 * the owner of several seats once. A failed write fails the batch of the store.
 */
enum store_error ladder_store_ratings(
	struct store *store, const struct ladder_match *match, struct rate_changes *changes);

#endif
