/* rematch.h - offers the players of an ended match, on its pages, another match together. */
#ifndef BOT_SURFACE_REMATCH_H
#define BOT_SURFACE_REMATCH_H

#include "bot/lobby/lobby.h"

/* True if a table waits for the players of a match to play again. match 0: of any match. */
bool rematch_exists(const struct lobby *lobby, int64_t match);
/* The offers of another match with the same players, to a person whose match has ended. */
enum rematch_offer {
	REMATCH_NONE,
	REMATCH_WAIT, /* wait until another player opens a table */
	REMATCH_OPEN, /* open a table */
	REMATCH_SIT   /* sit down at the table that waits for the players */
};

enum rematch_offer rematch_find_offer(const struct lobby *lobby, const struct seat_key *key);
/*
 * Sets can_open and can_sit of a key whose match has ended: what its person may do for a rematch.
 */
void rematch_note_rights(const struct lobby *lobby, struct seat_key *key);
/*
 * Finds the person of a key, and makes a guest reachable. Returns NULL if the person is not
 * connected.
 */
struct person *rematch_find_person(struct lobby *lobby, const struct seat_key *key);
/*
 * Returns the number of the match at the table where a person sits: in a channel, or with channel
 * NULL in private. Returns 0 if they sit at no such table.
 */
int64_t rematch_find_match(
	struct lobby *lobby, const struct person *person, const struct channel *channel);

#endif
