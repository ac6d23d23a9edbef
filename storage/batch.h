/*
 * batch.h - commits or rolls back one batch: the writes to the store together with the objects in
 * memory that mirror them.
 *
 * An object joins the batch before its first change. At the end of the batch its settle function
 * keeps the changes or restores the state from before.
 */
#ifndef STORAGE_BATCH_H
#define STORAGE_BATCH_H

#include "storage/store.h"

struct participant {
	/*
	 * Called after the end of a batch. kept: true after the commit, false after a rollback. The
	 * function may join the next batch.
	 */
	void (*settle)(struct participant *participant, bool kept);
	struct participant *next;
	bool joined;
};

/* The caller sets the store and zeroes the rest. */
struct batch {
	struct store *store;
	struct participant *first;
	unsigned writes;        /* calls of batch_check_write so far */
	enum store_error error; /* the first error of a write */
};

/* Adds a participant once; later calls within the batch do nothing. */
void batch_join(struct batch *batch, struct participant *participant);
/*
 * Records the result of a write; after an error the batch will roll back. Returns true on success.
 */
bool batch_check_write(struct batch *batch, enum store_error error);
/* Commits the store's writes, or rolls them back after an error, and returns the error. */
enum store_error batch_end(struct batch *batch);
/* Calls `settle` of all participants, after batch_end. Then a new batch begins. */
void batch_settle(struct batch *batch, bool kept);

#endif
