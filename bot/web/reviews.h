/*
 * reviews.h - matches that are over, judged move by move on a thread of their own and kept: no
 * request waits for it. Only for bot/web/.
 */
#ifndef BOT_WEB_REVIEWS_H
#define BOT_WEB_REVIEWS_H

#include "bot/base/worker.h"
#include "bot/history/review.h"
#include "storage/matches.h"

struct reviews;

/* A match that was judged. */
struct judged {
	unsigned seats;
	uint8_t side[SEATS_MAX];
	int accuracy[SEATS_MAX]; /* in percent; -1: never a choice */
	struct verdict *verdict; /* of each move that was a choice, in order */
	unsigned count;          /* 0: nobody knows this game well enough */
};

/* The pool lives longer; memory for reviews is bounded. */
struct reviews *reviews_open(struct worker_pool *pool);
/* Closes behind the pool. */
void reviews_close(struct reviews *reviews);
/*
 * A match that has ended, judged; what it points to lives until the next call. NULL: it is not yet,
 * and will be soon unless many are asked for.
 */
const struct judged *reviews_of(
	struct reviews *reviews, struct store *store, const struct store_match *match);
/* How many were done until now: another number, another page. */
uint64_t reviews_done(const struct reviews *reviews);
/* The verdict about the n-th move of a hand, or NULL. */
const struct verdict *judged_move(const struct judged *judged, unsigned hand, unsigned move);

#endif
