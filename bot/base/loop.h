/*
 * loop.h - the event loop of a thread: descriptors, timers, signals, and jobs on other threads.
 *
 * The caller owns each handle and may close it at any time, even in a callback. A closed handle
 * calls nothing any more and must not be used. Opening a handle returns NULL if descriptors run
 * out; opening a timer never fails.
 */
#ifndef BOT_BASE_LOOP_H
#define BOT_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;
struct loop_watch;
struct loop_timer;
struct loop_signal;

struct loop *loop_open(void);
/*
 * Closes all handles, waits for the running jobs, and closes the loop. Must not be called from a
 * callback.
 */
void loop_close(struct loop *loop);
/* Runs until loop_stop, or until no watch, timer or signal is active. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);
/*
 * Returns the milliseconds of a monotonic clock. The value stays the same throughout a batch of
 * callbacks, unless loop_update_now reads the clock again.
 */
uint64_t loop_now(const struct loop *loop);
/* Reads the clock again, after work that may have taken long. Returns the new time. */
uint64_t loop_update_now(struct loop *loop);
/*
 * Sets a function that the loop calls after every batch of callbacks, before it waits or returns.
 * The function's own work does not count as a batch, so it does not cause another call.
 */
void loop_set_batch_end(struct loop *loop, void (*end)(void *context), void *context);

enum { LOOP_READ = 1, LOOP_WRITE = 2 };

/*
 * Opens a watch of a descriptor. The watch waits for no event until loop_watch_set_events. `ready`
 * gets the events; an error or a hang-up is reported as LOOP_READ | LOOP_WRITE. Close the watch
 * before the descriptor.
 */
struct loop_watch *loop_watch_open(
	struct loop *loop, int fd, void (*ready)(void *context, unsigned events), void *context);
/* Chooses the events to wait for: LOOP_READ, LOOP_WRITE, both or 0. */
void loop_watch_set_events(struct loop_watch *watch, unsigned events);
void loop_watch_close(struct loop_watch *watch);

/* Opens a timer, which calls `due` once after each loop_timer_set. */
struct loop_timer *loop_timer_open(struct loop *loop, void (*due)(void *context), void *context);
/* Sets the timer to fire after this many milliseconds. This replaces an earlier setting. */
void loop_timer_set(struct loop_timer *timer, uint64_t milliseconds);
void loop_timer_stop(struct loop_timer *timer);
void loop_timer_close(struct loop_timer *timer);

/* Calls `raised` whenever the process gets this signal. */
struct loop_signal *loop_signal_open(
	struct loop *loop, int number, void (*raised)(void *context), void *context);
void loop_signal_close(struct loop_signal *signal);

/*
 * Calls `work` on another thread of low priority, then `done` on the thread of the loop. Until
 * `done`, only `work` may use the context. If the loop is closed first, `done` is never called.
 */
void loop_queue_work(
	struct loop *loop, void (*work)(void *context), void (*done)(void *context), void *context);

#endif
