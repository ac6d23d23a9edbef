/*
 * correction.h - corrections by operators: a match that no longer counts, two people that are one.
 * The ratings must be computed again afterwards (recount.h), in the same batch.
 */
#ifndef BOT_MATCH_CORRECTION_H
#define BOT_MATCH_CORRECTION_H

#include "storage/matches.h"

/*
 * Voids an ended match: it no longer counts in ratings or statistics. If its moves were removed,
 * best hands and achievements stay.
 */
enum store_error correction_void_match(struct store *store, const struct store_match *match);
/*
 * Gives everything that `from` has played to `to`. Matches in which both had seats no longer count.
 * Neither may have a seat in a live match.
 */
enum store_error correction_merge_people(struct store *store, int64_t from, int64_t to);

#endif
