/* timing.h - clocks for measurements, and what many measured values come to. */
#ifndef TESTS_LAB_TIMING_H
#define TESTS_LAB_TIMING_H

#include <stddef.h>

/* Seconds since some moment, as people count them: for what waits on disks and others. */
double timing_now(void);
/* Seconds the processor has worked for this thread: what other programs do counts less. */
double timing_work(void);
/* The value that so many of 100 values stay below; sorts them. There is at least one. */
double timing_percentile(double *values, size_t count, unsigned percent);

#endif
