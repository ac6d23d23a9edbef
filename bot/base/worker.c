#include "bot/base/worker.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/base/metrics.h"
#include "engine/player.h"

/* A list of waiting jobs, oldest first, or of finished jobs, ordered by the time to call `done`. */
struct queue {
	struct job *first;
	struct job *last;
};

/* A thread of the pool. */
struct worker {
	struct worker_pool *pool;
	struct job *job; /* the job that the worker runs; NULL if idle */
	void *memory;    /* memory for jobs, allocated for the first one */
};

struct worker_pool {
	struct loop *loop;
	struct loop_timer *timer; /* timer for the first job in `ready` */
	struct queue waiting;     /* jobs without a worker, oldest first */
	struct queue ready;       /* finished jobs, ordered by the time to call `done` */
	struct worker quick;      /* worker for quick jobs, which run on the loop */
	unsigned workers;
	struct worker worker[];
};

static struct job *queue_take(struct queue *queue)
{
	struct job *job = queue->first;
	if (job != NULL)
		queue->first = job->next;
	return job;
}

/* Inserts a job after all jobs that are due before it or at the same time. */
static void queue_sort_in(struct queue *queue, struct job *job)
{
	struct job **at = &queue->first;
	while (*at != NULL && (*at)->done_at <= job->done_at)
		at = &(*at)->next;
	job->next = *at;
	*at = job;
	if (job->next == NULL)
		queue->last = job;
}

static void queue_drop(struct queue *queue)
{
	struct job *job;
	while ((job = queue_take(queue)) != NULL)
		job->drop(job);
}

static int64_t now(const struct worker_pool *pool)
{
	return pool->loop != NULL ? (int64_t)loop_now(pool->loop) : 0;
}

/* Sets the timer to the time when the first finished job is due. */
static void set_timer(struct worker_pool *pool)
{
	const struct job *job = pool->ready.first;
	if (job != NULL)
		loop_timer_set(pool->timer,
			job->done_at > now(pool) ? (uint64_t)(job->done_at - now(pool)) : 0);
}

/* Calls `done` for the finished jobs that are due. */
static void on_due(void *context)
{
	struct worker_pool *pool = context;
	int64_t date = now(pool);
	while (pool->ready.first != NULL && pool->ready.first->done_at <= date) {
		struct job *job = queue_take(&pool->ready);
		job->done(job);
	}
	set_timer(pool);
}

static void equip(struct worker *worker)
{
	if (worker->memory == NULL)
		worker->memory = memory_grow(NULL, 1, player_memory());
}

static void work(struct job *job, void *memory)
{
	uint64_t begun = metrics_clock();
	job->work(job, memory);
	job->work_ns = metrics_clock() - begun;
}

static void on_work(void *context)
{
	struct worker *worker = context;
	work(worker->job, worker->memory);
}

static void employ(struct worker_pool *pool);

static void on_worked(void *context)
{
	struct worker *worker = context;
	struct worker_pool *pool = worker->pool;
	queue_sort_in(&pool->ready, worker->job);
	worker->job = NULL;
	employ(pool);
	on_due(pool);
}

/* Gives waiting jobs to idle workers. */
static void employ(struct worker_pool *pool)
{
	for (unsigned i = 0; i < pool->workers && pool->waiting.first != NULL; i++) {
		struct worker *worker = &pool->worker[i];
		if (worker->job != NULL)
			continue;
		equip(worker);
		worker->job = queue_take(&pool->waiting);
		loop_queue_work(pool->loop, on_work, on_worked, worker);
	}
}

struct worker_pool *worker_pool_open(struct loop *loop, unsigned threads)
{
	struct worker_pool *pool = memory_new(1, sizeof *pool + threads * sizeof pool->worker[0]);
	pool->loop = loop;
	pool->workers = threads;
	for (unsigned i = 0; i < threads; i++)
		pool->worker[i].pool = pool;
	if (loop != NULL)
		pool->timer = loop_timer_open(loop, on_due, pool);
	return pool;
}

void worker_pool_close(struct worker_pool *pool)
{
	if (pool == NULL)
		return;
	queue_drop(&pool->waiting);
	queue_drop(&pool->ready);
	for (unsigned i = 0; i < pool->workers; i++) {
		if (pool->worker[i].job != NULL)
			pool->worker[i].job->drop(pool->worker[i].job);
		free(pool->worker[i].memory);
	}
	free(pool->quick.memory);
	free(pool);
}

void worker_pool_add(struct worker_pool *pool, struct job *job, unsigned pause)
{
	job->done_at = now(pool) + pause;
	equip(&pool->quick);
	if (pool->loop == NULL || !job->quick) {
		job->next = NULL;
		if (pool->waiting.first == NULL)
			pool->waiting.first = job;
		else
			pool->waiting.last->next = job;
		pool->waiting.last = job;
	} else {
		work(job, pool->quick.memory);
		queue_sort_in(&pool->ready, job);
	}
	if (pool->loop != NULL) {
		employ(pool);
		set_timer(pool);
	}
}

unsigned worker_pool_count_queued(const struct worker_pool *pool)
{
	unsigned count = 0;
	for (const struct job *job = pool->waiting.first; job != NULL; job = job->next)
		count++;
	return count;
}

unsigned worker_pool_count_running(const struct worker_pool *pool)
{
	unsigned count = 0;
	for (unsigned i = 0; i < pool->workers; i++)
		count += pool->worker[i].job != NULL;
	return count;
}

bool worker_pool_run_one(struct worker_pool *pool)
{
	struct job *job = queue_take(&pool->waiting);
	if (job == NULL)
		return false;
	work(job, pool->quick.memory);
	job->done(job);
	return true;
}
