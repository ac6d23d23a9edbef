#include "tests/lab/timing.h"

#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double timing_now(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double timing_work(void)
{
	return seconds(CLOCK_THREAD_CPUTIME_ID);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

double timing_percentile(double *values, size_t count, unsigned percent)
{
	qsort(values, count, sizeof *values, by_size);
	return values[count * percent / 100];
}
