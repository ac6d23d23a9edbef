/* measure.h - shared by the measuring programs: a clock, failure, child processes. */
#ifndef TESTS_LAB_MEASURE_H
#define TESTS_LAB_MEASURE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* On a clock that never goes back. */
static inline double bench_microseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Ends the measurement of that name. */
static inline void bench_fail(const char *name, const char *why)
{
	fprintf(stderr, "%s: %s\n", name, why);
	exit(1);
}

/* As fork; whoever is begun ends with who began it. */
static inline pid_t bench_begin(void)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

#endif
