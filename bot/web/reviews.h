/*
 * reviews.h - reviews ended matches move by move on a worker thread and caches the results, so that
 * requests never wait. Only for bot/web/.
 */
#ifndef BOT_WEB_REVIEWS_H
#define BOT_WEB_REVIEWS_H

#include "bot/base/worker.h"
#include "bot/history/review.h"
#include "storage/matches.h"

struct reviews;

/* The review of a match. */
struct match_review {
	unsigned seats;
	uint8_t side[SEATS_MAX];
	int accuracy[SEATS_MAX]; /* in percent; -1: the seat never had a choice */
	struct verdict *verdict; /* moves with a choice, in order */
	unsigned count;          /* 0: no review is possible */
};

/* Opens a bounded cache. The caller owns the pool. */
struct reviews *reviews_open(struct worker_pool *pool);
/* Frees the cache. The pool must be closed first, as its jobs use the cache. */
void reviews_close(struct reviews *reviews);
/*
 * Returns the review of an ended match, valid until the next call. Returns NULL if it is not ready,
 * and then starts it unless too many are waiting.
 */
const struct match_review *reviews_get(
	struct reviews *reviews, struct store *store, const struct store_match *match);
/* Counts finished reviews; pages may differ when it has changed. */
uint64_t reviews_count_done(const struct reviews *reviews);
/* Finds the verdict on a move of a hand. Returns NULL without one; judged may be NULL. */
const struct verdict *judged_find_verdict(
	const struct match_review *judged, unsigned hand, unsigned move);

#endif
