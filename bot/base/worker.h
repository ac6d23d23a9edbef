/*
 * worker.h - worker threads for the AI players. Jobs run there and end on the event loop.
 *
 * A few threads, with a block of memory each, run the jobs in order of age, so that neither time
 * nor memory grows with the number of tables. Without a loop jobs wait for worker_pool_run_one: in
 * tests, and at the table in the terminal.
 */
#ifndef BOT_BASE_WORKER_H
#define BOT_BASE_WORKER_H

#include "bot/base/loop.h"

struct worker_pool;

/* A job. It is the first member of a struct with its input and result. */
struct job {
	/* Runs on another thread, or on the loop if quick. May use only the job and memory. */
	void (*work)(struct job *job, void *memory);
	/* Runs on the loop. The job belongs to its owner again. */
	void (*done)(struct job *job);
	/* Runs instead of done if the pool is closed. */
	void (*drop)(struct job *job);
	bool quick; /* work takes less than 0.1 ms and runs on the loop */
	/* Private to the pool: */
	int64_t done_at;  /* earliest time of done, in ms */
	uint64_t work_ns; /* duration of work in ns */
	struct job *next;
};

/* Opens a pool that runs so many jobs at a time, at least 1. loop may be NULL. */
struct worker_pool *worker_pool_open(struct loop *loop, unsigned threads);
/* Drops all unfinished jobs. The loop must be closed before, so that no thread is running. */
void worker_pool_close(struct worker_pool *pool);
/* Adds a job. The pool owns it until done or drop; done runs at least so many ms from now. */
void worker_pool_add(struct worker_pool *pool, struct job *job, unsigned pause);
/* Returns how many jobs have not begun. */
unsigned worker_pool_count_queued(const struct worker_pool *pool);
/* Without a loop: runs the oldest job and its done. Returns false if no job waits. */
bool worker_pool_run_one(struct worker_pool *pool);

#endif
