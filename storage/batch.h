/*
 * batch.h - what is written and changed in one batch, kept or undone together.
 *
 * Whoever holds in memory what the store knows joins the batch with their first change in it, and
 * is settled when it has ended: what was changed stays, or is as it was before.
 */
#ifndef STORAGE_BATCH_H
#define STORAGE_BATCH_H

#include "storage/store.h"

struct participant {
	/* The batch is on disk (kept), or nothing of it happened. May join the next one. */
	void (*settle)(struct participant *participant, bool kept);
	struct participant *next;
	bool joined;
};

/* Starts as zeros but for the store. */
struct batch {
	struct store *store;
	struct participant *first;
	unsigned writes;        /* what was written or is about to be, so far */
	enum store_error error; /* the first error of the store */
};

void batch_join(struct batch *batch, struct participant *participant);
/* Minds what a write returned; true when it was written. */
bool batch_wrote(struct batch *batch, enum store_error error);
/* Commits what was written, or after an error drops it; returns that error. */
enum store_error batch_end(struct batch *batch);
/* Settles all who joined; a new batch begins. */
void batch_settle(struct batch *batch, bool kept);

#endif
