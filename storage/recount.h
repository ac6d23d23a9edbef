/*
 * recount.h - recomputes all ratings, after a change of the rating rule or of a match that counts.
 *
 * The ratings have two editions. People see one; a recount writes the other, the draft, in many
 * small batches, and then one batch swaps them. The recount's stage and the last match that it
 * counted are stored, so it goes on after a restart. The caller steps through the matches
 * (store_next_recount_match), stores each rating in the draft, and then the counted match
 * (store_set_counted). Results that arrive during a recount are queued with store_queue_rating: the
 * recount counts them too.
 */
#ifndef STORAGE_RECOUNT_H
#define STORAGE_RECOUNT_H

#include "storage/matches.h"

enum recount_stage {
	RECOUNT_NONE,
	RECOUNT_CLEAR, /* deletes an old draft */
	RECOUNT_COUNT, /* writes the draft */
	RECOUNT_SWEEP  /* the draft is shown now: deletes the old ratings */
};

struct store_recount {
	enum recount_stage stage;
	unsigned rule;   /* number of the rule that the shown ratings follow */
	int64_t ended;   /* when the last match that the recount counted ended */
	int64_t counted; /* id of that match */
};

enum store_error store_get_recount(struct store *store, struct store_recount *recount);
/* Begins a recount. A recount in progress starts over. */
enum store_error store_begin_recount(struct store *store);
/*
 * Deletes some rows of the edition that is not shown. Returns STORE_NONE if no row was left; then
 * the stage ends.
 */
enum store_error store_clear_draft(struct store *store);
/* Stores the last match that the recount has counted. */
enum store_error store_set_counted(struct store *store, const struct store_match *match);
/* Makes the draft the shown edition, with the number of its rule, and empties the queue. */
enum store_error store_swap_ratings(struct store *store, unsigned rule);
/* Sets *rated if a person is rated in a match, by the shown ratings or by the queue. */
enum store_error store_was_rated(struct store *store, int64_t match, int64_t person, bool *rated);
/*
 * Queues a person's rating in an ended match. If the recount is past that time, because the clock
 * was set back, it starts over.
 */
enum store_error store_queue_rating(
	struct store *store, int64_t match, int64_t ended, int64_t person);

#endif
