/*
 * uv.c - replaces libuv for bot/base/loop.c in the simulation, with simulated time.
 *
 * As in libuv 1.44, uv_now changes only between rounds of the loop and by uv_update_time. A round
 * runs timers, prepare handles, the poll, check handles and close callbacks. It reports an error of
 * a descriptor once, with a negative status, and then watches the descriptor no longer.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include "tests/simulate/pages.h"
#include "tests/simulate/process.h"
#include "tests/simulate/wire.h"
#include "tests/simulate/world.h"

enum { UV_JOB_MS = 1500 }; /* ms; longest time of a job on a worker thread */

/* The state of a libuv handle. */
struct cell {
	uv_handle_t *handle;
	struct cell *next;
	bool active, unreferenced, closing;
	uint64_t due, serial; /* timers: time in ms, and order among timers of one time */
	int number;           /* the descriptor or the signal */
	int wanted;           /* events to watch on the descriptor */
	unsigned raised;
	uv_close_cb closed;
	union {
		uv_timer_cb timer;
		uv_poll_cb poll;
		uv_signal_cb signal;
		uv_prepare_cb prepare;
		uv_check_cb check;
	} call;
};

struct job {
	uv_work_t *work;
	uint64_t due;
	struct job *next;
};

struct rounds {
	uint64_t now, serial;
	bool stop;
	struct cell *first; /* list of handles, in the order of their opening */
	struct job *job;    /* list of jobs, in the order of their end */
};

static struct rounds *rounds_of(const uv_loop_t *loop)
{
	return loop->data;
}

static struct cell *cell_of(const void *handle)
{
	return ((const uv_handle_t *)handle)->u.reserved[0];
}

static struct cell *cell_open(uv_loop_t *loop, void *handle, uv_handle_type type)
{
	uv_handle_t *head = handle;
	struct cell *cell = calloc(1, sizeof *cell), **at = &rounds_of(loop)->first;
	if (cell == NULL)
		abort();
	cell->handle = head;
	head->loop = loop;
	head->type = type;
	head->u.reserved[0] = cell;
	while (*at != NULL)
		at = &(*at)->next;
	*at = cell;
	return cell;
}

int uv_loop_init(uv_loop_t *loop)
{
	struct rounds *rounds = calloc(1, sizeof *rounds);
	if (rounds == NULL)
		return UV_ENOMEM;
	rounds->now = world()->now;
	loop->data = rounds;
	return 0;
}

int uv_loop_close(uv_loop_t *loop)
{
	free(loop->data);
	loop->data = NULL;
	return 0;
}

uint64_t uv_now(const uv_loop_t *loop)
{
	return rounds_of(loop)->now;
}

void uv_update_time(uv_loop_t *loop)
{
	rounds_of(loop)->now = world()->now;
}

/*
 * Replaces the clock by which the bot measures its work and ends slices of long work: on a busy
 * machine the same run would have more slices.
 */
uint64_t __wrap_metrics_clock(void); /* NOLINT(bugprone-reserved-identifier): --wrap demands it */
uint64_t __wrap_metrics_clock(void)  /* NOLINT(bugprone-reserved-identifier) */
{
	return (uint64_t)world()->now * 1000000;
}

void uv_stop(uv_loop_t *loop)
{
	rounds_of(loop)->stop = true;
}

void uv_walk(uv_loop_t *loop, uv_walk_cb call, void *context)
{
	for (struct cell *cell = rounds_of(loop)->first; cell != NULL; cell = cell->next)
		call(cell->handle, context);
}

void uv_close(uv_handle_t *handle, uv_close_cb closed)
{
	struct cell *cell = cell_of(handle);
	cell->active = false;
	cell->closing = true;
	cell->closed = closed;
}

int uv_is_closing(const uv_handle_t *handle)
{
	return cell_of(handle)->closing;
}

void uv_unref(uv_handle_t *handle)
{
	cell_of(handle)->unreferenced = true;
}

int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *prepare)
{
	cell_open(loop, prepare, UV_PREPARE);
	return 0;
}

int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb call)
{
	cell_of(prepare)->call.prepare = call;
	cell_of(prepare)->active = true;
	return 0;
}

int uv_check_init(uv_loop_t *loop, uv_check_t *check)
{
	cell_open(loop, check, UV_CHECK);
	return 0;
}

int uv_check_start(uv_check_t *check, uv_check_cb call)
{
	cell_of(check)->call.check = call;
	cell_of(check)->active = true;
	return 0;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
	cell_open(loop, timer, UV_TIMER);
	return 0;
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb call, uint64_t timeout, uint64_t repeat)
{
	struct cell *cell = cell_of(timer);
	struct rounds *rounds = rounds_of(timer->loop);
	(void)repeat;
	if (cell->closing)
		return UV_EINVAL;
	cell->call.timer = call;
	cell->active = true;
	cell->due = rounds->now + timeout;
	cell->serial = rounds->serial++;
	return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
	cell_of(timer)->active = false;
	return 0;
}

int uv_signal_init(uv_loop_t *loop, uv_signal_t *signal)
{
	cell_open(loop, signal, UV_SIGNAL);
	return 0;
}

int uv_signal_start(uv_signal_t *signal, uv_signal_cb call, int number)
{
	struct cell *cell = cell_of(signal);
	cell->call.signal = call;
	cell->number = number;
	cell->active = true;
	return 0;
}

int uv_poll_init(uv_loop_t *loop, uv_poll_t *poll, int fd)
{
	cell_open(loop, poll, UV_POLL)->number = fd;
	return 0;
}

int uv_poll_start(uv_poll_t *poll, int events, uv_poll_cb call)
{
	struct cell *cell = cell_of(poll);
	cell->call.poll = call;
	cell->wanted = events;
	cell->active = events != 0;
	return 0;
}

int uv_poll_stop(uv_poll_t *poll)
{
	cell_of(poll)->active = false;
	return 0;
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb call, uv_after_work_cb done)
{
	struct job *job = calloc(1, sizeof *job), **at = &rounds_of(loop)->job;
	if (job == NULL)
		return UV_ENOMEM;
	work->loop = loop;
	work->work_cb = call;
	work->after_work_cb = done;
	job->work = work;
	job->due = world()->now + world_below(UV_JOB_MS);
	while (*at != NULL && (*at)->due <= job->due)
		at = &(*at)->next;
	job->next = *at;
	*at = job;
	return 0;
}

/* ---- a round ---- */

static struct cell *first_timer(const struct rounds *rounds)
{
	struct cell *first = NULL;
	for (struct cell *cell = rounds->first; cell != NULL; cell = cell->next)
		if (cell->active && cell->handle->type == UV_TIMER &&
			(first == NULL || cell->due < first->due ||
				(cell->due == first->due && cell->serial < first->serial)))
			first = cell;
	return first;
}

static void run_timers(struct rounds *rounds)
{
	struct cell *cell;
	while (!world_ended() && (cell = first_timer(rounds)) != NULL && cell->due <= rounds->now) {
		cell->active = false;
		cell->call.timer((uv_timer_t *)cell->handle);
		process_spin();
	}
}

/* Runs the prepare or the check handles, in whose callbacks the bot ends its batches. */
static void run_hooks(struct rounds *rounds, uv_handle_type type)
{
	for (struct cell *cell = rounds->first; cell != NULL && !world_ended(); cell = cell->next)
		if (cell->active && cell->handle->type == type) {
			if (type == UV_PREPARE)
				cell->call.prepare((uv_prepare_t *)cell->handle);
			else
				cell->call.check((uv_check_t *)cell->handle);
		}
	process_batch();
}

/* Calls the close callbacks of closing handles and frees the handles. Returns true if it found
 * any. */
static bool run_closed(struct rounds *rounds)
{
	bool any = false;
	for (struct cell **at = &rounds->first; *at != NULL;) {
		struct cell *cell = *at;
		if (!cell->closing) {
			at = &cell->next;
			continue;
		}
		*at = cell->next;
		any = true;
		if (cell->closed != NULL)
			cell->closed(cell->handle);
		free(cell);
	}
	return any;
}

/* Returns the WIRE_ flags of the events that a descriptor is ready for. */
static unsigned ready_of(int fd)
{
	if (fd == STDIN_FILENO)
		return terminal_ready() ? WIRE_READ : 0;
	return pages_owns(fd) ? pages_ready(fd) : wire_ready(fd);
}

/* Reports the events of a descriptor, or its error, after which it is no longer watched. Returns
 * true if it reported anything. */
static bool report_poll(struct cell *cell)
{
	unsigned ready = ready_of(cell->number);
	int events = 0;
	if ((ready & WIRE_ERROR) != 0) {
		cell->active = false;
		cell->call.poll((uv_poll_t *)cell->handle, UV_EBADF, 0);
		return true;
	}
	if ((ready & WIRE_READ) != 0)
		events |= cell->wanted & UV_READABLE;
	if ((ready & WIRE_WRITE) != 0)
		events |= cell->wanted & UV_WRITABLE;
	if (events != 0)
		cell->call.poll((uv_poll_t *)cell->handle, 0, events);
	return events != 0;
}

static bool report(struct cell *cell)
{
	if (!cell->active || world_ended())
		return false;
	if (cell->handle->type == UV_POLL)
		return report_poll(cell);
	if (cell->handle->type != UV_SIGNAL || cell->raised == 0)
		return false;
	cell->raised = 0;
	cell->call.signal((uv_signal_t *)cell->handle, cell->number);
	return true;
}

static bool report_jobs(struct rounds *rounds, bool all)
{
	bool any = false;
	struct job *job;
	while ((job = rounds->job) != NULL && (all || job->due <= world()->now)) {
		rounds->job = job->next;
		if (!all)
			job->work->work_cb(job->work);
		job->work->after_work_cb(job->work, all ? UV_ECANCELED : 0);
		free(job);
		any = true;
	}
	return any;
}

/* Runs ended jobs and reports all ready handles, beginning at a random handle. */
static bool report_all(struct rounds *rounds)
{
	unsigned count = 0, first;
	bool any = report_jobs(rounds, false);
	for (struct cell *cell = rounds->first; cell != NULL; cell = cell->next)
		count++;
	first = count > 0 ? world_below(count) : 0;
	for (unsigned half = 0; half < 2; half++) {
		unsigned at = 0;
		for (struct cell *cell = rounds->first; cell != NULL; cell = cell->next)
			if ((at++ < first) == (half == 1))
				any |= report(cell);
	}
	return any;
}

static bool any_ready(const struct rounds *rounds)
{
	if (rounds->job != NULL && rounds->job->due <= world()->now)
		return true;
	for (const struct cell *cell = rounds->first; cell != NULL; cell = cell->next) {
		unsigned ready;
		if (!cell->active)
			continue;
		if (cell->handle->type == UV_SIGNAL && cell->raised > 0)
			return true;
		if (cell->handle->type != UV_POLL)
			continue;
		ready = ready_of(cell->number);
		if ((ready & WIRE_ERROR) != 0 ||
			((ready & WIRE_READ) != 0 && (cell->wanted & UV_READABLE) != 0) ||
			((ready & WIRE_WRITE) != 0 && (cell->wanted & UV_WRITABLE) != 0))
			return true;
	}
	return false;
}

/* Lets time pass until a handle is ready or the time `then` comes. A process without CPU time
 * (here->stalled) waits at least until it gets some. */
static void wait_until(struct rounds *rounds, uint64_t then)
{
	struct world *here = world();
	bool stop = rounds->stop;
	/* A slow sync of the disk may have moved the clock, so run the events that are due by
	 * now. */
	while (world_step(here->now))
		;
	while (!world_ended() && rounds->stop == stop &&
		(here->now < here->stalled || !any_ready(rounds))) {
		uint64_t until = here->now < here->stalled ? here->stalled : then;
		if (rounds->job != NULL && rounds->job->due < until && here->now >= here->stalled)
			until = rounds->job->due;
		if (world_step(until))
			continue;
		if (here->now < until)
			here->now = until;
		if (here->now >= then && here->now >= here->stalled)
			return;
	}
}

static bool any_closing(const struct rounds *rounds)
{
	for (const struct cell *cell = rounds->first; cell != NULL; cell = cell->next)
		if (cell->closing)
			return true;
	return false;
}

static bool is_alive(const struct rounds *rounds)
{
	if (rounds->job != NULL || any_closing(rounds))
		return true;
	for (const struct cell *cell = rounds->first; cell != NULL; cell = cell->next)
		if (cell->active && !cell->unreferenced)
			return true;
	return false;
}

static void run_round(struct rounds *rounds)
{
	const struct cell *timer;
	uint64_t then = UINT64_MAX;
	rounds->now = world()->now;
	run_timers(rounds);
	run_hooks(rounds, UV_PREPARE);
	timer = first_timer(rounds);
	if (timer != NULL)
		then = timer->due;
	if (rounds->stop || any_closing(rounds) || then < rounds->now)
		then = rounds->now;
	wait_until(rounds, then);
	world()->woken = rounds->now = world()->now;
	if (!world_ended())
		report_all(rounds);
	run_hooks(rounds, UV_CHECK);
	run_closed(rounds);
}

int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
	struct rounds *rounds = rounds_of(loop);
	(void)mode;
	while (!world_ended() && !rounds->stop && is_alive(rounds))
		run_round(rounds);
	rounds->stop = false;
	/* A dead process runs nothing more, but must free its handles. */
	while (world_ended() && run_closed(rounds))
		;
	if (rounds->first == NULL)
		report_jobs(rounds, true);
	return 0;
}

void process_raise(uv_loop_t *loop, int number)
{
	for (struct cell *cell = rounds_of(loop)->first; cell != NULL; cell = cell->next)
		if (cell->active && cell->handle->type == UV_SIGNAL && cell->number == number)
			cell->raised++;
}
