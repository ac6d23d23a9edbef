/* recount.h - all ratings counted anew from stored matches, once the rule has changed. */
#ifndef BOT_MATCH_RECOUNT_H
#define BOT_MATCH_RECOUNT_H

#include "bot/base/log.h"
#include "storage/store.h"

/* Told now and then how many matches are counted. */
struct recount_progress {
	void (*tell)(void *context);
	void *context;
};

/*
 * Counts the ratings by LADDER_RULE, in one batch, in the order in which the matches were opened;
 * commits. Does nothing where they follow it already. False after a line in the log.
 */
bool recount_ratings(
	struct store *store, const struct log *log, const struct recount_progress *progress);

#endif
