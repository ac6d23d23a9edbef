/*
 * worker.h - worker threads for the AI players. A job runs on such a thread and ends on the event
 * loop.
 *
 * A few threads run the jobs, oldest first. Each thread has one block of memory, so that more
 * tables need neither more threads nor more memory. A pool without a loop runs jobs in
 * worker_pool_run_one: in tests, and at the table in the terminal.
 */
#ifndef BOT_BASE_WORKER_H
#define BOT_BASE_WORKER_H

#include "bot/base/loop.h"

struct worker_pool;

/* A job. Must be the first member of a struct that holds the input and the result. */
struct job {
	/*
	 * Does the work on another thread, or on the loop if `quick`. May only use the job and
	 * `memory`.
	 */
	void (*work)(struct job *job, void *memory);
	/* Handles the result, on the loop. The job belongs to its owner again. */
	void (*done)(struct job *job);
	/* Frees the job if the pool is closed; then `done` is not called. */
	void (*drop)(struct job *job);
	bool quick; /* `work` takes less than 0.1 ms and runs on the loop */
	/* The members below are private to the pool. */
	int64_t done_at;  /* ms: earliest time to call `done` */
	uint64_t work_ns; /* duration of `work` in ns */
	struct job *next;
};

/* Opens a pool that runs up to `threads` jobs at the same time, at least one. loop may be NULL. */
struct worker_pool *worker_pool_open(struct loop *loop, unsigned threads);
/*
 * Closes the pool and drops all unfinished jobs. Close the loop first, so that no thread is
 * running.
 */
void worker_pool_close(struct worker_pool *pool);
/*
 * Adds a job. The pool owns the job until `done` or `drop`. `done` is called after at least `pause`
 * ms.
 */
void worker_pool_add(struct worker_pool *pool, struct job *job, unsigned pause);
/* Returns the number of jobs that no thread has begun. */
unsigned worker_pool_count_queued(const struct worker_pool *pool);
/* Returns the number of jobs that run on threads. */
unsigned worker_pool_count_running(const struct worker_pool *pool);
/* Runs the oldest job and its `done`, in a pool without a loop. Returns false without a job. */
bool worker_pool_run_one(struct worker_pool *pool);

#endif
