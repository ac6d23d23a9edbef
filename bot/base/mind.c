#include "bot/base/mind.h"

#include <stdlib.h>

#include "engine/player.h"

/* Jobs in the order in which they came, or fall due. */
struct queue {
	struct job *first;
	struct job *last;
};

/* A thread's part of the mind. */
struct desk {
	struct mind *mind;
	struct job *job; /* NULL: nobody works here */
	void *memory;    /* NULL until it is needed */
};

struct mind {
	struct loop *loop;
	struct loop_timer *timer; /* for the first of ready */
	struct queue waiting;     /* for a desk */
	struct queue ready;       /* for their time, which ascends */
	struct desk quick;        /* the loop's own */
	unsigned desks;
	struct desk desk[];
};

static void queue_add(struct queue *queue, struct job *job)
{
	job->next = NULL;
	if (queue->first == NULL)
		queue->first = job;
	else
		queue->last->next = job;
	queue->last = job;
}

static struct job *queue_take(struct queue *queue)
{
	struct job *job = queue->first;
	if (job != NULL)
		queue->first = job->next;
	return job;
}

/* Behind all that fall due before it or at the same time. */
static void queue_sort_in(struct queue *queue, struct job *job)
{
	struct job **at = &queue->first;
	while (*at != NULL && (*at)->due <= job->due)
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

static int64_t now(const struct mind *mind)
{
	return mind->loop != NULL ? (int64_t)loop_now(mind->loop) : 0;
}

/* Waits until the first of those that are ready is due. */
static void set_timer(struct mind *mind)
{
	const struct job *job = mind->ready.first;
	if (job != NULL)
		loop_timer_set(
			mind->timer, job->due > now(mind) ? (uint64_t)(job->due - now(mind)) : 0);
}

/* All that is due is done. */
static void on_due(void *context)
{
	struct mind *mind = context;
	int64_t date = now(mind);
	while (mind->ready.first != NULL && mind->ready.first->due <= date) {
		struct job *job = queue_take(&mind->ready);
		job->done(job);
	}
	set_timer(mind);
}

static bool has_memory(struct desk *desk)
{
	if (desk->memory == NULL)
		desk->memory = malloc(player_memory());
	return desk->memory != NULL;
}

static void on_work(void *context)
{
	struct desk *desk = context;
	desk->job->work(desk->job, desk->memory);
}

static void employ(struct mind *mind);

static void on_worked(void *context)
{
	struct desk *desk = context;
	struct mind *mind = desk->mind;
	queue_sort_in(&mind->ready, desk->job);
	desk->job = NULL;
	employ(mind);
	on_due(mind);
}

/* Gives jobs to free desks; what cannot be worked on now waits for the next occasion. */
static void employ(struct mind *mind)
{
	for (unsigned i = 0; i < mind->desks && mind->waiting.first != NULL; i++) {
		struct desk *desk = &mind->desk[i];
		if (desk->job != NULL || !has_memory(desk))
			continue;
		desk->job = mind->waiting.first;
		if (loop_work(mind->loop, on_work, on_worked, desk))
			queue_take(&mind->waiting);
		else
			desk->job = NULL;
	}
}

struct mind *mind_open(struct loop *loop, unsigned threads)
{
	struct mind *mind = calloc(1, sizeof *mind + threads * sizeof mind->desk[0]);
	if (mind == NULL)
		return NULL;
	mind->loop = loop;
	mind->desks = threads;
	for (unsigned i = 0; i < threads; i++)
		mind->desk[i].mind = mind;
	if (loop == NULL || (mind->timer = loop_timer_open(loop, on_due, mind)) != NULL)
		return mind;
	free(mind);
	return NULL;
}

void mind_close(struct mind *mind)
{
	if (mind == NULL)
		return;
	queue_drop(&mind->waiting);
	queue_drop(&mind->ready);
	for (unsigned i = 0; i < mind->desks; i++) {
		if (mind->desk[i].job != NULL)
			mind->desk[i].job->drop(mind->desk[i].job);
		free(mind->desk[i].memory);
	}
	free(mind->quick.memory);
	free(mind);
}

bool mind_take(struct mind *mind, struct job *job, unsigned pause)
{
	job->due = now(mind) + pause;
	if (!has_memory(&mind->quick))
		return false;
	if (mind->loop == NULL || !job->quick) {
		queue_add(&mind->waiting, job);
	} else {
		job->work(job, mind->quick.memory);
		queue_sort_in(&mind->ready, job);
	}
	if (mind->loop != NULL) {
		employ(mind);
		set_timer(mind);
	}
	return true;
}

bool mind_work(struct mind *mind)
{
	struct job *job = queue_take(&mind->waiting);
	if (job == NULL)
		return false;
	job->work(job, mind->quick.memory);
	job->done(job);
	return true;
}
