/*
 * metrics.h - figures for programs that watch programs: counted in histograms, written as
 * OpenMetrics text.
 */
#ifndef BOT_BASE_METRICS_H
#define BOT_BASE_METRICS_H

#include "bot/base/string.h"

/* Bounds of a histogram, from 0.1 ms to 30 s. */
enum { HISTOGRAM_BOUNDS = 12 };

/* How often something took how long; starts as zeros. */
struct histogram {
	uint64_t bucket[HISTOGRAM_BOUNDS + 1]; /* up to each bound, and beyond the last */
	uint64_t sum;                          /* ns */
};

void histogram_add(struct histogram *histogram, uint64_t nanoseconds);

/* Nanoseconds of a clock that never goes back, and goes on within a batch. */
uint64_t metrics_clock(void);

enum metric_type { METRIC_GAUGE, METRIC_COUNTER, METRIC_HISTOGRAM };

/* Text that is being written; starts with a string to add to. */
struct metrics {
	struct string *out;
	const char *name; /* of the family that is written now */
	enum metric_type type;
};

/*
 * Begins a family: its name, which lives until the next one and ends in its unit if it has one,
 * _seconds or _bytes, and what it tells, in one sentence. Its samples follow.
 */
void metrics_family(
	struct metrics *metrics, enum metric_type type, const char *name, const char *help);
/* A sample, of a label and its value, any UTF-8, or NULL and NULL; of gauges and counters. */
void metrics_number(struct metrics *metrics, const char *label, const char *value, int64_t number);
/* All samples of a histogram. */
void metrics_histogram(struct metrics *metrics, const char *label, const char *value,
	const struct histogram *histogram);
/* After the last family. */
void metrics_end(struct metrics *metrics);

/*
 * Adds what such text says in the older form that every such program reads, where counters have
 * their _total in all lines.
 */
void metrics_classic(const char *text, struct string *out);

#endif
