/*
 * metrics.h - measures durations in histograms, and writes metrics in the text format of Prometheus
 * (version 0.0.4).
 */
#ifndef BOT_BASE_METRICS_H
#define BOT_BASE_METRICS_H

#include "bot/base/string.h"

/* The number of bucket bounds in a histogram; they go from 0.1 ms to 30 s. */
enum { HISTOGRAM_BOUNDS = 12 };

/* A histogram of durations. An empty one is all zeros. */
struct histogram {
	/* number of durations in each bucket; the last bucket has no upper bound */
	uint64_t bucket[HISTOGRAM_BOUNDS + 1];
	uint64_t sum; /* sum of all durations in ns */
};

void histogram_add(struct histogram *histogram, uint64_t nanoseconds);

/*
 * Returns the nanoseconds of a monotonic clock. Unlike loop_now, the clock advances within a batch.
 */
uint64_t metrics_clock(void);

enum metric_type { METRIC_GAUGE, METRIC_COUNTER, METRIC_HISTOGRAM };

/* The writer of a metrics text. The caller sets `out`. */
struct metrics {
	struct string *out;
	const char *name; /* name of the metric family being written */
};

/*
 * Begins a metric family; its samples follow. The name must live until the next family begins. A
 * counter's name ends in _total, and a name with a unit in _seconds or _bytes. help describes the
 * family in one sentence.
 */
void metrics_begin_family(
	struct metrics *metrics, enum metric_type type, const char *name, const char *help);
/* Adds a gauge that has one sample without a label. */
void metrics_add_gauge(struct metrics *metrics, const char *name, const char *help, int64_t number);
/*
 * Adds a sample of a gauge or a counter. label and value (UTF-8) are NULL for a sample without a
 * label.
 */
void metrics_add_number(
	struct metrics *metrics, const char *label, const char *value, int64_t number);
/* Adds the samples of a histogram: its buckets, its sum and its count. */
void metrics_add_histogram(struct metrics *metrics, const char *label, const char *value,
	const struct histogram *histogram);

#endif
