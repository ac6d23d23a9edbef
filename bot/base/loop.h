/*
 * loop.h - the event loop: descriptors, timers and signals of one thread, and work on others.
 *
 * Everything opened here is closed by its owner, from wherever they like, callbacks included: after
 * a close the callback is never called again and the handle must not be touched. What cannot be
 * opened for want of descriptors is NULL; a timer always is opened.
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
/* Closes what is still open on the loop, then the loop, when all work has ended. Not from a
 * callback. */
void loop_close(struct loop *loop);
/* Runs until loop_stop, or until no watch, timer or signal is active. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);
/* Milliseconds of a clock that never goes back; the same value throughout one batch. */
uint64_t loop_now(const struct loop *loop);
/*
 * end is called after every batch of callbacks, before the loop waits again and before loop_run
 * returns. What end itself does makes no further call.
 */
void loop_batch(struct loop *loop, void (*end)(void *context), void *context);

enum { LOOP_READ = 1, LOOP_WRITE = 2 };

/*
 * Watches a descriptor, at first for nothing. ready gets what it may do now; an error or hang-up
 * counts as both. The owner closes the watch before the descriptor.
 */
struct loop_watch *loop_watch_open(
	struct loop *loop, int fd, void (*ready)(void *context, unsigned events), void *context);
/* Watches for these events only: LOOP_READ, LOOP_WRITE, both or 0. */
void loop_watch_for(struct loop_watch *watch, unsigned events);
void loop_watch_close(struct loop_watch *watch);

/* A timer calls due once after each loop_timer_set. */
struct loop_timer *loop_timer_open(struct loop *loop, void (*due)(void *context), void *context);
/* In so many milliseconds from now; what was set before no longer counts. */
void loop_timer_set(struct loop_timer *timer, uint64_t milliseconds);
void loop_timer_stop(struct loop_timer *timer);
void loop_timer_close(struct loop_timer *timer);

/* Calls raised whenever the process gets the signal. */
struct loop_signal *loop_signal_open(
	struct loop *loop, int number, void (*raised)(void *context), void *context);
void loop_signal_close(struct loop_signal *signal);

/*
 * Calls work on another thread, of low priority, then done on this one. In between context belongs
 * to work alone; when the loop is closed meanwhile, done is never called.
 */
void loop_work(
	struct loop *loop, void (*work)(void *context), void (*done)(void *context), void *context);

#endif
