/*
 * correction.h - corrections by operators: voids a match, or merges two people. The caller must
 * then compute the ratings again (recount.h), in the same batch.
 */
#ifndef BOT_MATCH_CORRECTION_H
#define BOT_MATCH_CORRECTION_H

#include "storage/matches.h"

/*
 * Voids an ended match: it no longer counts in ratings or statistics. If its moves were removed,
 * best hands and achievements stay, because only the moves tell which ones the match gave.
 */
enum store_error correction_void_match(struct store *store, const struct store_match *match);
/*
 * Gives everything that `from` has played to `to`. Matches in which both had seats no longer count.
 * Neither person may have a seat in a live match.
 */
enum store_error correction_merge_people(struct store *store, int64_t from, int64_t to);

#endif
