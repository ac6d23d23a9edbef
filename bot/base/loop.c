/* loop.c - the event loop, which uses libuv. */
#include "bot/base/loop.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <uv.h>

#include "bot/base/memory.h"

/* nice value of threads with jobs; higher than the loop's, so that the loop runs first */
enum { WORK_NICE = 10 };

struct loop {
	uv_loop_t uv;
	uv_prepare_t before; /* before polling: ends the batch of the timers */
	uv_check_t after;    /* after polling: ends the batch of the descriptors and signals */
	void (*end)(void *context);
	void *context;
	bool stirred; /* a callback has run since the last batch ended */
	bool closing;
};

/*
 * The struct of each handle begins with the libuv handle, whose `data` points to the struct.
 * loop_forget relies on this.
 */
struct loop_watch {
	uv_poll_t uv;
	struct loop *loop;
	void (*ready)(void *context, unsigned events);
	void *context;
	unsigned events; /* events that the watch waits for: LOOP_READ, LOOP_WRITE */
};

struct loop_timer {
	uv_timer_t uv;
	struct loop *loop;
	void (*due)(void *context);
	void *context;
};

struct loop_signal {
	uv_signal_t uv;
	struct loop *loop;
	void (*raised)(void *context);
	void *context;
};

struct loop_job {
	uv_work_t uv;
	struct loop *loop;
	void (*work)(void *context);
	void (*done)(void *context);
	void *context;
};

static void loop_end_batch(struct loop *loop)
{
	if (!loop->stirred)
		return;
	loop->stirred = false;
	if (loop->end != NULL)
		loop->end(loop->context);
}

static void loop_before(uv_prepare_t *before)
{
	loop_end_batch(before->data);
}

static void loop_after(uv_check_t *after)
{
	loop_end_batch(after->data);
}

struct loop *loop_open(void)
{
	struct loop *loop = memory_new(1, sizeof *loop);
	if (uv_loop_init(&loop->uv) != 0) {
		free(loop);
		return NULL;
	}
	uv_prepare_init(&loop->uv, &loop->before);
	uv_check_init(&loop->uv, &loop->after);
	loop->before.data = loop;
	loop->after.data = loop;
	uv_prepare_start(&loop->before, loop_before);
	uv_check_start(&loop->after, loop_after);
	/* These two handles alone must not keep the loop running. */
	uv_unref((uv_handle_t *)&loop->before);
	uv_unref((uv_handle_t *)&loop->after);
	return loop;
}

static void loop_forget(uv_handle_t *handle)
{
	free(handle->data);
}

static void loop_close_handle(uv_handle_t *handle, void *context)
{
	struct loop *loop = context;
	if (!uv_is_closing(handle))
		uv_close(handle, handle->data == loop ? NULL : loop_forget);
}

void loop_close(struct loop *loop)
{
	loop->closing = true;
	uv_walk(&loop->uv, loop_close_handle, loop);
	uv_run(&loop->uv, UV_RUN_DEFAULT);
	uv_loop_close(&loop->uv);
	free(loop);
}

void loop_run(struct loop *loop)
{
	uv_run(&loop->uv, UV_RUN_DEFAULT);
	loop_end_batch(loop); /* libuv 1.45 and later call the timers last, after `after` */
}

void loop_stop(struct loop *loop)
{
	uv_stop(&loop->uv);
}

uint64_t loop_now(const struct loop *loop)
{
	return uv_now(&loop->uv);
}

uint64_t loop_update_now(struct loop *loop)
{
	uv_update_time(&loop->uv);
	return loop_now(loop);
}

void loop_set_batch_end(struct loop *loop, void (*end)(void *context), void *context)
{
	loop->end = end;
	loop->context = context;
}

struct loop_watch *loop_watch_open(
	struct loop *loop, int fd, void (*ready)(void *context, unsigned events), void *context)
{
	struct loop_watch *watch = memory_new(1, sizeof *watch);
	*watch = (struct loop_watch){ .loop = loop, .ready = ready, .context = context };
	if (uv_poll_init(&loop->uv, &watch->uv, fd) != 0) {
		free(watch);
		return NULL;
	}
	watch->uv.data = watch;
	return watch;
}

static void loop_watch_start(struct loop_watch *watch);

static void loop_watch_ready(uv_poll_t *poll, int status, int events)
{
	struct loop_watch *watch = poll->data;
	unsigned ready = 0;
	/*
	 * After an error libuv stops watching the descriptor, which may still have bytes to read.
	 */
	if (status < 0)
		loop_watch_start(watch);
	if (status < 0 || (events & (UV_READABLE | UV_DISCONNECT)) != 0)
		ready |= LOOP_READ;
	if (status < 0 || (events & UV_WRITABLE) != 0)
		ready |= LOOP_WRITE;
	watch->loop->stirred = true;
	watch->ready(watch->context, ready);
}

static void loop_watch_start(struct loop_watch *watch)
{
	int wanted = 0;
	if ((watch->events & LOOP_READ) != 0)
		wanted |= UV_READABLE;
	if ((watch->events & LOOP_WRITE) != 0)
		wanted |= UV_WRITABLE;
	if (wanted == 0)
		uv_poll_stop(&watch->uv);
	else if (uv_poll_start(&watch->uv, wanted, loop_watch_ready) == UV_ENOMEM)
		memory_exit(0);
}

void loop_watch_set_events(struct loop_watch *watch, unsigned events)
{
	/* Do not start the watch again: each start costs two system calls. */
	if (events == watch->events)
		return;
	watch->events = events;
	loop_watch_start(watch);
}

void loop_watch_close(struct loop_watch *watch)
{
	uv_close((uv_handle_t *)&watch->uv, loop_forget);
}

struct loop_timer *loop_timer_open(struct loop *loop, void (*due)(void *context), void *context)
{
	struct loop_timer *timer = memory_new(1, sizeof *timer);
	*timer = (struct loop_timer){ .loop = loop, .due = due, .context = context };
	uv_timer_init(&loop->uv, &timer->uv);
	timer->uv.data = timer;
	return timer;
}

static void loop_timer_due(uv_timer_t *uv)
{
	struct loop_timer *timer = uv->data;
	timer->loop->stirred = true;
	timer->due(timer->context);
}

void loop_timer_set(struct loop_timer *timer, uint64_t milliseconds)
{
	uv_timer_start(&timer->uv, loop_timer_due, milliseconds, 0);
}

void loop_timer_stop(struct loop_timer *timer)
{
	uv_timer_stop(&timer->uv);
}

void loop_timer_close(struct loop_timer *timer)
{
	uv_close((uv_handle_t *)&timer->uv, loop_forget);
}

static void loop_signal_raised(uv_signal_t *uv, int number)
{
	struct loop_signal *signal = uv->data;
	(void)number;
	signal->loop->stirred = true;
	signal->raised(signal->context);
}

struct loop_signal *loop_signal_open(
	struct loop *loop, int number, void (*raised)(void *context), void *context)
{
	struct loop_signal *signal = memory_new(1, sizeof *signal);
	*signal = (struct loop_signal){ .loop = loop, .raised = raised, .context = context };
	if (uv_signal_init(&loop->uv, &signal->uv) != 0) {
		free(signal);
		return NULL;
	}
	signal->uv.data = signal;
	if (uv_signal_start(&signal->uv, loop_signal_raised, number) != 0) {
		loop_signal_close(signal);
		return NULL;
	}
	return signal;
}

void loop_signal_close(struct loop_signal *signal)
{
	uv_close((uv_handle_t *)&signal->uv, loop_forget);
}

/* Runs a job. On Linux, setpriority here sets the priority of this thread only. */
static void loop_job_work(uv_work_t *uv)
{
	struct loop_job *job = uv->data;
	setpriority(PRIO_PROCESS, 0, WORK_NICE);
	job->work(job->context);
}

static void loop_job_done(uv_work_t *uv, int status)
{
	struct loop_job *job = uv->data;
	(void)status;
	job->loop->stirred = true;
	if (!job->loop->closing)
		job->done(job->context);
	free(job);
}

void loop_queue_work(
	struct loop *loop, void (*work)(void *context), void (*done)(void *context), void *context)
{
	struct loop_job *job = memory_new(1, sizeof *job);
	*job = (struct loop_job){ .loop = loop, .work = work, .done = done, .context = context };
	job->uv.data = job;
	uv_queue_work(&loop->uv, &job->uv, loop_job_work, loop_job_done);
}
