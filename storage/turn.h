/*
 * turn.h - what is written and changed in one turn of the loop, kept or undone together.
 *
 * Whoever holds in memory what the store knows joins the turn with their first change in it, and is
 * settled when it has ended: what was changed stays, or is as it was before.
 */
#ifndef STORAGE_TURN_H
#define STORAGE_TURN_H

#include "storage/store.h"

struct participant {
	/* The turn is on disk (kept), or nothing of it happened. May join the next one. */
	void (*settle)(struct participant *participant, bool kept);
	struct participant *next;
	bool joined;
};

/* Starts as zeros but for the store. */
struct turn {
	struct store *store;
	struct participant *first;
	unsigned writes;        /* what was written or is about to be, so far */
	enum store_error error; /* what the store or memory refused; the first counts */
};

void turn_join(struct turn *turn, struct participant *participant);
/* Minds what a write returned; true when it was written. */
bool turn_wrote(struct turn *turn, enum store_error error);
/* Commits what was written, or after an error drops it; returns that error. */
enum store_error turn_end(struct turn *turn);
/* Settles all who joined; a new turn begins. */
void turn_settle(struct turn *turn, bool kept);

#endif
