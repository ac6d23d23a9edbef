/* metrics.h - histograms, and metrics written as OpenMetrics text for monitoring programs. */
#ifndef BOT_BASE_METRICS_H
#define BOT_BASE_METRICS_H

#include "bot/base/string.h"

/* Bounds of a histogram, from 0.1 ms to 30 s. */
enum { HISTOGRAM_BOUNDS = 12 };

/* Counts durations. Starts as zeros. */
struct histogram {
	uint64_t bucket[HISTOGRAM_BOUNDS + 1]; /* counts up to each bound, and beyond the last */
	uint64_t sum;                          /* sum of all durations in ns */
};

void histogram_add(struct histogram *histogram, uint64_t nanoseconds);

/* Returns nanoseconds of a monotonic clock, which unlike loop_now advances within a batch. */
uint64_t metrics_clock(void);

enum metric_type { METRIC_GAUGE, METRIC_COUNTER, METRIC_HISTOGRAM };

/* A text being written. The caller sets out. */
struct metrics {
	struct string *out;
	const char *name; /* name of the current family */
	enum metric_type type;
};

/*
 * Begins a metric family. The name must live until the next one, and ends in _seconds or _bytes if
 * it has a unit. help describes it in one sentence. Its samples follow.
 */
void metrics_begin_family(
	struct metrics *metrics, enum metric_type type, const char *name, const char *help);
/* Adds a sample of a gauge or counter, with a label and its value in UTF-8, or NULL and NULL. */
void metrics_add_number(
	struct metrics *metrics, const char *label, const char *value, int64_t number);
/* Adds all samples of a histogram. */
void metrics_add_histogram(struct metrics *metrics, const char *label, const char *value,
	const struct histogram *histogram);
/* Ends the text. */
void metrics_end(struct metrics *metrics);

/* Adds OpenMetrics text in the older Prometheus format, with _total in all lines of a counter. */
void metrics_add_prometheus(const char *text, struct string *out);

#endif
