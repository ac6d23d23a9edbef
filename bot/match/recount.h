/*
 * recount.h - computes all ratings again from the stored matches, after the rule of ratings or a
 * match has changed.
 */
#ifndef BOT_MATCH_RECOUNT_H
#define BOT_MATCH_RECOUNT_H

#include "bot/base/log.h"
#include "storage/store.h"

/* A function that is called from time to time during the computation. */
struct recount_progress {
	void (*tell)(void *context); /* NULL: nothing is called */
	void *context;
};

/*
 * Computes the ratings by LADDER_RULE, in the order in which the matches were opened, and commits
 * once. Does nothing if they follow this rule already. Returns false after logging an error.
 */
bool recount_ratings(
	struct store *store, const struct log *log, const struct recount_progress *progress);
/*
 * Computes the ratings again within the caller's batch, after a correction (correction.h). *count:
 * number of rated matches.
 */
enum store_error recount_again(
	struct store *store, const struct recount_progress *progress, unsigned *count);

#endif
