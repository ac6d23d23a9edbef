/*
 * worker.h - where AI players think: jobs for worker threads, answered on the loop.
 *
 * A few threads with a block of memory each take jobs one after the other, so that neither time nor
 * memory grows with the number of tables. Without a loop the jobs wait until worker_pool_work is
 * called: for tests, and for the table in the terminal.
 */
#ifndef BOT_BASE_WORKER_H
#define BOT_BASE_WORKER_H

#include "bot/base/loop.h"

struct worker_pool;

/* Something to think about; the first member of what holds question and answer. */
struct job {
	/* On another thread: may touch the job and memory (player_memory bytes) only. */
	void (*work)(struct job *job, void *memory);
	/* On the loop, in a batch of its own: takes the job back. */
	void (*done)(struct job *job);
	/* The pool is closed before that. */
	void (*drop)(struct job *job);
	bool quick; /* work takes less than 0.1 ms, which no thread is worth */
	/* The pool's own: */
	int64_t due;   /* ms: not done before */
	uint64_t took; /* ns of work, once worked on */
	struct job *next;
};

/* threads: how many jobs are worked on at a time, at least 1. */
struct worker_pool *worker_pool_open(struct loop *loop, unsigned threads);
/* Drops what is not done. Closes after the loop, when nobody works any more. */
void worker_pool_close(struct worker_pool *pool);
/* Takes over a job, done not before so many ms from now. */
void worker_pool_take(struct worker_pool *pool, struct job *job, unsigned pause);
/* Jobs that nobody works on yet. */
unsigned worker_pool_waiting(const struct worker_pool *pool);
/* Without a loop: works on the oldest job, and done with it. False: there is none. */
bool worker_pool_work(struct worker_pool *pool);

#endif
