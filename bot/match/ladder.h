/*
 * ladder.h - computes and stores new ratings after a match. The rule is in this module and in
 * engine/rating.h.
 *
 * Each result moves the estimates of all people in the match. It gives points only within the bound
 * of each pair of people (rating_limit). The bound depends on how many people the opponent had met
 * before the day of the match; on each day of play, at most two more of these people count. A match
 * that was broken off is a loss for its leavers and changes no other rating. If no person played a
 * card in the match, it changes no rating at all. Everything comes from stored rows: a recount in
 * the order in which the matches ended gives the same ratings. LADDER_RULE is the number of the
 * rule. Raise it with each change of the rule: the next start then computes all ratings again
 * (recount.h).
 */
#ifndef BOT_MATCH_LADDER_H
#define BOT_MATCH_LADDER_H

#include "engine/game.h"
#include "storage/ratings.h"

enum { LADDER_RULE = 2 };

/* The change of a person's rating, as people see ratings. */
struct rate_change {
	unsigned seat; /* seat of the person */
	int32_t before;
	int32_t after;
};

struct rate_changes {
	unsigned count; /* number of changes; they are in the order of seats */
	bool queued;    /* a recount is in progress and will compute the changes */
	struct rate_change change[SEATS_MAX];
};

/* A match that has ended, with its stored seats. */
struct ladder_match {
	int64_t id;
	int64_t ended;
	const struct game *game;
	const char *preset;
	const struct state *state; /* the game's state, with sides and scores */
	const struct store_seat *seat;
	uint16_t rated_seats;       /* bit set: seats whose owners are rated */
	bool played_to_end;         /* all hands of the match were played */
	bool broken_off;            /* the match was broken off before half of it was played */
	bool pruned;                /* the journal of the match was removed */
	enum store_edition edition; /* the edition of the ratings to change */
};

/*
 * Stores the new ratings. Appends the changes for people to `changes`, which starts as zeros. Rates
 * the owner of several seats once. A failed write fails the store's batch.
 */
enum store_error ladder_store_ratings(
	struct store *store, const struct ladder_match *match, struct rate_changes *changes);

#endif
