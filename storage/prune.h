/*
 * prune.h - the journals of old matches: hands, nonces and moves are removed for good, while seats,
 * results, figures and ratings stay, and so does the root that the channel was told.
 */
#ifndef STORAGE_PRUNE_H
#define STORAGE_PRUNE_H

#include "storage/store.h"

/* How far that has come; starts as zeros but for before. */
struct store_pruning {
	int64_t before; /* matches that ended before that time; 0: there is nothing to do */
	int64_t after;  /* the match looked at last */
	unsigned removed;
};

/*
 * Between batches: removes those of at most so many matches, and keeps that at once; STORE_NONE:
 * there are no more. What failed is tried again with the next call. A match whose seeds are still
 * to be told keeps its journal.
 */
enum store_error store_prune(
	struct store *store, struct store_pruning *pruning, int64_t now, unsigned limit);

#endif
