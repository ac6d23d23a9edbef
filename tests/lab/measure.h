/* measure.h - shared by the measuring programs: clocks, percentiles, processes and their memory. */
#ifndef TESTS_LAB_MEASURE_H
#define TESTS_LAB_MEASURE_H

#include <stddef.h>
#include <sys/types.h>

/* Seconds on a clock that never goes back: for work that waits for disks and other programs. */
double timing_now(void);
/* Seconds of processor time of this thread: other programs change it less. */
double timing_work(void);
/* Returns the value that so many of 100 values stay below, and sorts them. There is at least one.
 */
double timing_percentile(double *values, size_t count, unsigned percent);

/* Ends the measurement of that name. */
__attribute__((noreturn)) void bench_fail(const char *name, const char *why);
/* Forks a child that is killed when its parent ends. */
pid_t bench_begin(void);
/*
 * Starts `mitaines COMMAND`, the program that MITAINES names, with a configuration written like
 * printf does. The configuration and the log lie in the folder.
 */
pid_t bench_bot(const char *folder, const char *command, const char *configuration, ...)
	__attribute__((format(printf, 3, 4)));
/* Kills a process and waits for its end. */
void bench_kill(pid_t pid);
/* Returns the resident memory of a process in bytes. */
double bench_resident(pid_t pid);

#endif
