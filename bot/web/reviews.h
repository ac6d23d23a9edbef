/*
 * reviews.h - reviews ended matches on a worker thread, and caches the reviews. A request never
 * waits for a review. Used only in bot/web.
 */
#ifndef BOT_WEB_REVIEWS_H
#define BOT_WEB_REVIEWS_H

#include "bot/base/string.h"
#include "bot/base/worker.h"
#include "bot/history/review.h"
#include "storage/matches.h"
#include "storage/trials.h"

struct reviews;

/* A review of a match. */
struct match_review {
	unsigned seats;
	uint8_t side[SEATS_MAX];
	/* accuracy of each seat in percent; -1: the seat never had a choice */
	int accuracy[SEATS_MAX];
	struct verdict *verdict; /* verdicts on the moves with a choice, in order */
	unsigned count;          /* number of verdicts; 0: the match cannot be reviewed */
};

/* The contract that scored most points in a match. */
struct best_contract {
	bool known;     /* the match was searched for the contract */
	int32_t points; /* 0: the match has none */
	unsigned hand, move;
	struct string news; /* the move in words */
};

/* Opens a cache of limited size. The caller owns the pool. */
struct reviews *reviews_open(struct worker_pool *pool);
/* Frees the cache. Close the pool first, because its jobs use the cache. */
void reviews_close(struct reviews *reviews);
/*
 * Returns the review of an ended match, valid until the next call. If it is not ready, returns NULL
 * and starts a review, unless too many are waiting.
 */
const struct match_review *reviews_get(
	struct reviews *reviews, struct store *store, const struct store_match *match);
/*
 * Returns the review of an ended try (storage/trials.h), like reviews_get. record: the record of
 * the try.
 */
const struct match_review *reviews_get_try(
	struct reviews *reviews, const struct store_try *row, const char *record);
/*
 * Returns where the cache keeps a match's best contract in a language, so that each match is
 * replayed only once. If `known` is false, the caller searches the match and fills it in. Returns
 * NULL if the cache has no entry; reviews_get adds one. Valid until the next call of reviews_get.
 */
struct best_contract *reviews_find_best(
	struct reviews *reviews, const struct store_match *match, uint8_t language);
/* Returns the number of finished reviews. When the number changes, pages may change. */
uint64_t reviews_count_done(const struct reviews *reviews);
/* Finds the verdict on a move of a hand. Returns NULL if not found, or if judged is NULL. */
const struct verdict *judged_find_verdict(
	const struct match_review *judged, unsigned hand, unsigned move);

#endif
