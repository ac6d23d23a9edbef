/*
 * leaver.h - counts people that leave other people in the middle of a match.
 *
 * A rated match counts as left for the owner of a seat that was given up by `leave` and not taken
 * back. It also counts as left if an AI player stood in for them when others played the match to
 * its end. An owner answers for a substitute. LEAVER_FORGIVEN rated matches played to their end
 * cancel one that was left. Leaving only AI players does not count.
 */
#ifndef BOT_MATCH_LEAVER_H
#define BOT_MATCH_LEAVER_H

#include "bot/lobby/lobby.h"

enum { LEAVER_FORGIVEN = 5 };

/* Counts a rated match that ends, for each owner. played: it was played to its end. */
void leaver_count_match(struct lobby *lobby, const struct table *table, bool played);
/* Returns the seconds until a person may take another seat under these settings; 0: now. */
int64_t leaver_remaining_wait(const struct lobby *lobby, const struct person *person,
	const struct channel_settings *settings);

#endif
