#include "bot/base/metrics.h"

#include <time.h>

#define MS ((uint64_t)1000000)

/* The upper bounds of the buckets, which all histograms share: in ns, and as text in seconds. */
static const struct bound {
	uint64_t most;
	const char *text;
} bounds[HISTOGRAM_BOUNDS] = { { MS / 10, "0.0001" }, { MS / 10 * 3, "0.0003" }, { MS, "0.001" },
	{ 3 * MS, "0.003" }, { 10 * MS, "0.01" }, { 30 * MS, "0.03" }, { 100 * MS, "0.1" },
	{ 300 * MS, "0.3" }, { 1000 * MS, "1.0" }, { 3000 * MS, "3.0" }, { 10000 * MS, "10.0" },
	{ 30000 * MS, "30.0" } };

void histogram_add(struct histogram *histogram, uint64_t nanoseconds)
{
	unsigned n = 0;
	while (n < HISTOGRAM_BOUNDS && nanoseconds > bounds[n].most)
		n++;
	histogram->bucket[n]++;
	histogram->sum += nanoseconds;
}

uint64_t metrics_clock(void)
{
	struct timespec now = { .tv_sec = 0 };
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 * MS + (uint64_t)now.tv_nsec;
}

void metrics_begin_family(
	struct metrics *metrics, enum metric_type type, const char *name, const char *help)
{
	static const char *const types[] = { [METRIC_GAUGE] = "gauge",
		[METRIC_COUNTER] = "counter",
		[METRIC_HISTOGRAM] = "histogram" };
	const char *const parts[] = { "# HELP ", name, " ", help, "\n# TYPE ", name, " ",
		types[type], "\n" };
	metrics->name = name;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		string_add(metrics->out, parts[i]);
}

/*
 * Adds the value of a label in quotes. Escapes quotes, backslashes and line breaks, the only
 * escapes of the format.
 */
static void add_value(struct string *out, const char *value)
{
	string_add_char(out, '"');
	for (; *value != '\0'; value++) {
		if (*value == '"' || *value == '\\')
			string_add_char(out, '\\');
		if (*value == '\n')
			string_add(out, "\\n");
		else
			string_add_char(out, *value);
	}
	string_add_char(out, '"');
}

/*
 * Begins a sample: writes all of it up to the number. le: upper bound of a histogram's bucket, or
 * NULL.
 */
static void begin(const struct metrics *metrics, const char *suffix, const char *label,
	const char *value, const char *le)
{
	struct string *out = metrics->out;
	string_add(out, metrics->name);
	string_add(out, suffix);
	if (label != NULL || le != NULL)
		string_add_char(out, '{');
	if (label != NULL) {
		string_add(out, label);
		string_add_char(out, '=');
		add_value(out, value);
	}
	if (le != NULL) {
		string_add(out, label != NULL ? ",le=" : "le=");
		add_value(out, le);
	}
	string_add(out, label != NULL || le != NULL ? "} " : " ");
}

static void add_number(struct string *out, int64_t number)
{
	string_add_number(out, number);
	string_add_char(out, '\n');
}

void metrics_add_number(
	struct metrics *metrics, const char *label, const char *value, int64_t number)
{
	begin(metrics, "", label, value, NULL);
	add_number(metrics->out, number);
}

void metrics_add_gauge(struct metrics *metrics, const char *name, const char *help, int64_t number)
{
	metrics_begin_family(metrics, METRIC_GAUGE, name, help);
	metrics_add_number(metrics, NULL, NULL, number);
}

void metrics_add_histogram(struct metrics *metrics, const char *label, const char *value,
	const struct histogram *histogram)
{
	uint64_t count = 0;
	for (unsigned n = 0; n <= HISTOGRAM_BOUNDS; n++) {
		count += histogram->bucket[n];
		begin(metrics, "_bucket", label, value,
			n < HISTOGRAM_BOUNDS ? bounds[n].text : "+Inf");
		add_number(metrics->out, (int64_t)count);
	}
	begin(metrics, "_count", label, value, NULL);
	add_number(metrics->out, (int64_t)count);
	begin(metrics, "_sum", label, value, NULL);
	/* Write the sum in seconds without printf, whose decimal point depends on the locale. */
	uint64_t second = 1000 * MS;
	string_add_number(metrics->out, (int64_t)(histogram->sum / second));
	string_add_char(metrics->out, '.');
	for (uint64_t digit = second / 10; digit > 0; digit /= 10)
		string_add_char(metrics->out, (char)('0' + histogram->sum / digit % 10));
	string_add_char(metrics->out, '\n');
}
