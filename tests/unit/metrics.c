/* metrics.c - histograms, and the text form of metrics */
#include "bot/base/metrics.h"
#include "tests/cases.h"

static const uint64_t ms = 1000000;

CASE(gauges_and_counters_are_written)
{
	struct string text = STRING_EMPTY;
	struct metrics metrics = { .out = &text };
	metrics_begin_family(&metrics, METRIC_GAUGE, "x_lines", "Lines.");
	metrics_add_number(&metrics, NULL, NULL, -3);
	metrics_add_number(&metrics, "network", "a \"b\" \\ c\nd é", 4);
	metrics_begin_family(&metrics, METRIC_COUNTER, "x_moves_total", "Moves.");
	metrics_add_number(&metrics, "by", "people", INT64_MAX);
	assert_string_equal(text.bytes,
		"# HELP x_lines Lines.\n"
		"# TYPE x_lines gauge\n"
		"x_lines -3\n"
		"x_lines{network=\"a \\\"b\\\" \\\\ c\\nd é\"} 4\n"
		"# HELP x_moves_total Moves.\n"
		"# TYPE x_moves_total counter\n"
		"x_moves_total{by=\"people\"} 9223372036854775807\n");
	string_free(&text);
}

/* A bucket includes its upper bound and all buckets before it. */
CASE(a_histogram_has_cumulative_buckets)
{
	struct histogram histogram = { .sum = 0 };
	struct string text = STRING_EMPTY;
	struct metrics metrics = { .out = &text };
	histogram_add(&histogram, 0);
	histogram_add(&histogram, ms);
	histogram_add(&histogram, ms + 1);
	histogram_add(&histogram, 3600000 * ms);
	metrics_begin_family(&metrics, METRIC_HISTOGRAM, "x_seconds", "How long.");
	metrics_add_histogram(&metrics, "of", "it", &histogram);
	assert_string_equal(text.bytes,
		"# HELP x_seconds How long.\n"
		"# TYPE x_seconds histogram\n"
		"x_seconds_bucket{of=\"it\",le=\"0.0001\"} 1\n"
		"x_seconds_bucket{of=\"it\",le=\"0.0003\"} 1\n"
		"x_seconds_bucket{of=\"it\",le=\"0.001\"} 2\n"
		"x_seconds_bucket{of=\"it\",le=\"0.003\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"0.01\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"0.03\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"0.1\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"0.3\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"1.0\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"3.0\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"10.0\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"30.0\"} 3\n"
		"x_seconds_bucket{of=\"it\",le=\"+Inf\"} 4\n"
		"x_seconds_count{of=\"it\"} 4\n"
		"x_seconds_sum{of=\"it\"} 3600.002000001\n");
	string_free(&text);
}

CASE(metrics_have_the_current_time)
{
	uint64_t begun = metrics_clock();
	assert_true(begun > 0);
	while (metrics_clock() == begun)
		;
	assert_true(metrics_clock() > begun);
}
