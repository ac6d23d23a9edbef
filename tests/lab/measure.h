/* measure.h - helpers of the measuring programs: clocks, percentiles, processes and their
 * memory. */
#ifndef TESTS_LAB_MEASURE_H
#define TESTS_LAB_MEASURE_H

#include <stddef.h>
#include <sys/types.h>

/* Returns seconds of the monotonic clock, for work that waits for disks and other programs. */
double timing_now(void);
/* Returns seconds of this thread's processor time, less affected by other programs. */
double timing_work(void);
/* Returns the value that `percent` of 100 values stay below, and sorts them. `count` must be at
 * least 1. */
double timing_percentile(double *values, size_t count, unsigned percent);

/* Ends a measurement with an error. */
__attribute__((noreturn)) void bench_fail(const char *name, const char *why);
/* Forks a child process that is killed when its parent ends. */
pid_t bench_begin(void);
/* Starts `mitaines COMMAND`, the program named by MITAINES, with a configuration formatted like
 * printf. The configuration and the log lie in the folder. */
pid_t bench_bot(const char *folder, const char *command, const char *configuration, ...)
	__attribute__((format(printf, 3, 4)));
/* Kills a process and waits for its end. */
void bench_kill(pid_t pid);
/* Returns the resident memory of a process in bytes. */
double bench_resident(pid_t pid);

#endif
