#include "bot/history/review_job.h"

#include <stdlib.h>

static void review_work(struct job *job, void *memory)
{
	struct review_job *asked = (struct review_job *)job;
	review_text(&asked->review, &asked->text, memory);
}

static void on_drop(struct job *job)
{
	review_job_drop((struct review_job *)job);
}

/* Queues the moves that are left, behind the other jobs of the pool. */
static void on_done(struct job *job)
{
	struct review_job *asked = (struct review_job *)job;
	if (!review_is_done(&asked->review, &asked->text)) {
		worker_pool_add(asked->pool, job, 0);
		return;
	}
	asked->done(asked);
	review_job_drop(asked);
}

void review_job_open(struct review_job *asked, void (*done)(struct review_job *asked))
{
	asked->job = (struct job){ .work = review_work, .done = on_done, .drop = on_drop };
	asked->text = STRING_EMPTY;
	asked->done = done;
	review_open(&asked->review);
}

void review_job_begin(struct review_job *asked, struct worker_pool *pool)
{
	asked->pool = pool;
	worker_pool_add(pool, &asked->job, 0);
}

void review_job_drop(struct review_job *asked)
{
	string_free(&asked->text);
	review_close(&asked->review);
	free(asked);
}
