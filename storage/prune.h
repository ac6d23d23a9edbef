/*
 * prune.h - deletes the journals of old matches: hands, nonces and moves, and links to their seats.
 * Seats, results, statistics, ratings and revealed roots stay.
 */
#ifndef STORAGE_PRUNE_H
#define STORAGE_PRUNE_H

#include "storage/store.h"

/* Progress of the pruning. The caller sets `before` and zeroes the rest. */
struct store_pruning {
	int64_t before;   /* prune matches that ended before this time; 0: pruning is off */
	int64_t after;    /* id of the last match examined */
	unsigned removed; /* journals deleted so far */
};

/*
 * Prunes at most limit matches and commits, in a batch of its own. Returns STORE_NONE when no match
 * is left to prune. After an error the next call tries the same matches again. Skips matches with a
 * root that is still to be announced.
 */
enum store_error store_prune_journals(
	struct store *store, struct store_pruning *pruning, int64_t now, unsigned limit);

#endif
