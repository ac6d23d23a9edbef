/*
 * recount.h - recomputes all ratings after a change of the rating rule or of a match that counts.
 *
 * A recount is one batch: store_begin_recount deletes the ratings and lists the rated people of
 * each match. The caller steps through these matches (store_next_recount_match) and stores each
 * rating with store_set_rating. store_end_recount deletes the list. A crash during the recount
 * leaves the old ratings and their rule.
 */
#ifndef STORAGE_RECOUNT_H
#define STORAGE_RECOUNT_H

#include "storage/matches.h"

/*
 * Begins a recount by the rating rule of that number. Returns STORE_NONE if the ratings follow that
 * rule already.
 */
enum store_error store_begin_recount(struct store *store, unsigned rule);
/* Begins a recount by the rule that the ratings follow already. */
enum store_error store_begin_same_recount(struct store *store);
/* Sets *rated if a person was rated in a match before the recount. */
enum store_error store_was_rated(struct store *store, int64_t match, int64_t person, bool *rated);
enum store_error store_end_recount(struct store *store);

#endif
