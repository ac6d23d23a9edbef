/* review_job.h - the review of a stored match on a worker thread, a few moves at a time. */
#ifndef BOT_HISTORY_REVIEW_JOB_H
#define BOT_HISTORY_REVIEW_JOB_H

#include "bot/base/worker.h"
#include "bot/history/review.h"

/*
 * A review that runs. Must be the first member of a struct on the heap, which has no other member
 * to free.
 */
struct review_job {
	struct job job; /* must be the first member */
	struct worker_pool *pool;
	struct string text; /* record of the match */
	struct review review;
	/* Called on the event loop once the review is done. The job is freed afterwards. */
	void (*done)(struct review_job *asked);
};

/* Prepares a review, whose text the caller then writes. */
void review_job_open(struct review_job *asked, void (*done)(struct review_job *asked));
/* Adds the review to a pool, which then owns it. */
void review_job_begin(struct review_job *asked, struct worker_pool *pool);
/* Frees a review that was not begun. */
void review_job_drop(struct review_job *asked);

#endif
