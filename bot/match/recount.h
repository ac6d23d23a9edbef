/* recount.h - computes all ratings again from stored matches after the rule has changed. */
#ifndef BOT_MATCH_RECOUNT_H
#define BOT_MATCH_RECOUNT_H

#include "bot/base/log.h"
#include "storage/store.h"

/* Called now and then during the count. */
struct recount_progress {
	void (*tell)(void *context);
	void *context;
};

/*
 * Computes the ratings by LADDER_RULE, in the order in which the matches were opened, and commits
 * once. Does nothing if they follow the rule already. Returns false after logging an error.
 */
bool recount_ratings(
	struct store *store, const struct log *log, const struct recount_progress *progress);

#endif
