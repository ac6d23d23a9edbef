/*
 * leaver.h - counts how often people leave others in the middle of a match.
 *
 * A rated match counts as left for the owner of a seat that was given up by `leave` and not taken
 * back. It also counts as left if other people played it to its end while an AI player stood in for
 * the owner. Owners answer for their substitutes. LEAVER_FORGIVEN rated matches that a person plays
 * to their end cancel one leave. Leaving a table of AI players does not count.
 */
#ifndef BOT_MATCH_LEAVER_H
#define BOT_MATCH_LEAVER_H

#include "bot/lobby/lobby.h"

enum { LEAVER_FORGIVEN = 5 };

/*
 * Counts a rated match that ends, for the owner of each seat. played: the match was played to its
 * end.
 */
void leaver_count_match(struct lobby *lobby, const struct table *table, bool played);
/* Returns the seconds until a person may take another seat under these settings. 0: at once. */
int64_t leaver_remaining_wait(const struct lobby *lobby, const struct person *person,
	const struct channel_settings *settings);

#endif
