/* measure.h - helpers of measuring programs: clocks, percentiles, child processes and their
 * memory. */
#ifndef TESTS_LAB_MEASURE_H
#define TESTS_LAB_MEASURE_H

#include <stddef.h>
#include <sys/types.h>

/* Returns the monotonic clock in seconds, to measure work that waits for disks and other
 * programs. */
double timing_now(void);
/* Returns this thread's processor time in seconds. Other programs affect it less than
 * timing_now. */
double timing_work(void);
/* Sorts the values, and returns the one with `percent` percent of them, 0 to 99, below it. `count`
 * must be at least 1. */
double timing_percentile(double *values, size_t count, unsigned percent);

/* Prints why a measurement failed, and ends the program. */
__attribute__((noreturn)) void bench_fail(const char *name, const char *why);
/* Forks a child process that is killed when its parent ends. Returns like fork. */
pid_t bench_begin(void);
/* Starts `mitaines COMMAND` and returns the process. The environment variable MITAINES is the path
 * of the program; the default is build/mitaines. Formats the configuration like printf, and writes
 * it to `folder`, which also gets the log. */
pid_t bench_bot(const char *folder, const char *command, const char *configuration, ...)
	__attribute__((format(printf, 3, 4)));
/* Kills a process and waits for its end. */
void bench_kill(pid_t pid);
/* Returns the resident memory of a process in bytes. */
double bench_resident(pid_t pid);

#endif
