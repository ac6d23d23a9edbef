#include "bot/surface/prometheus.h"

#include <string.h>
#include <sys/stat.h>

#include "bot/base/memory.h"
#include "bot/command/command_table.h"
#include "engine/text.h"

/* The metrics that each network has. */
static const struct {
	enum metric_type type;
	const char *name, *help;
} of_networks[] = {
	{ METRIC_GAUGE, "mitaines_network_connected",
		"1 while the bot is connected to the network, else 0." },
	{ METRIC_GAUGE, "mitaines_network_channels", "Channels that the bot is in." },
	{ METRIC_GAUGE, "mitaines_network_people", "People that the bot can write to." },
	{ METRIC_COUNTER, "mitaines_network_reconnects_total",
		"Times that the bot connected again." },
	{ METRIC_GAUGE, "mitaines_queue_lines", "Lines that wait to be sent." },
};

static void write_networks(struct metrics *metrics, const struct lobby *lobby)
{
	struct network *network;
	struct network_status status;
	for (size_t k = 0; k < sizeof of_networks / sizeof of_networks[0]; k++) {
		metrics_begin_family(
			metrics, of_networks[k].type, of_networks[k].name, of_networks[k].help);
		for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;) {
			network->driver->status(network, &status);
			const int64_t values[sizeof of_networks / sizeof of_networks[0]] = {
				status.connected, status.channels, (int64_t)status.people,
				status.connects > 0 ? (int64_t)status.connects - 1 : 0,
				(int64_t)status.waiting
			};
			metrics_add_number(metrics, "network", network->name, values[k]);
		}
	}
	metrics_begin_family(metrics, METRIC_HISTOGRAM, "mitaines_queue_delay_seconds",
		"Time from a line to its sending; not on Matrix.");
	for (size_t n = 0; (network = lobby_next_network(lobby, &n)) != NULL;) {
		network->driver->status(network, &status);
		if (status.delay != NULL)
			metrics_add_histogram(metrics, "network", network->name, status.delay);
	}
}

static void write_activity(struct metrics *metrics, const struct counters *activity)
{
	static const char *const reasons[REFUSED_COUNT] = { [REFUSED_RATE] = "rate",
		[REFUSED_UNKNOWN] = "unknown",
		[REFUSED_PLACE] = "place",
		[REFUSED_TABLE] = "table",
		[REFUSED_TURN] = "turn",
		[REFUSED_RULE] = "rule",
		[REFUSED_SEAT] = "seat",
		[REFUSED_ORDER] = "order" };
	metrics_begin_family(metrics, METRIC_COUNTER, "mitaines_refusals_total",
		"Refused commands, by reason: see METRICS in mitaines(1).");
	for (unsigned i = 0; i < REFUSED_COUNT; i++)
		metrics_add_number(metrics, "reason", reasons[i], (int64_t)activity->refused[i]);
	metrics_begin_family(metrics, METRIC_COUNTER, "mitaines_moves_total",
		"Moves of people and of AI players.");
	metrics_add_number(metrics, "by", "people", (int64_t)activity->moves);
	metrics_add_number(metrics, "by", "ai", (int64_t)activity->robot_moves);
	metrics_begin_family(metrics, METRIC_HISTOGRAM, "mitaines_commit_seconds",
		"Time that a commit to the database took.");
	metrics_add_histogram(metrics, NULL, NULL, &activity->commit);
	metrics_begin_family(metrics, METRIC_COUNTER, "mitaines_batches_lost_total",
		"Failed commits to the database; the changes of each were undone.");
	metrics_add_number(metrics, NULL, NULL, (int64_t)activity->batches_rolled_back);
	metrics_begin_family(metrics, METRIC_HISTOGRAM, "mitaines_thinking_seconds",
		"Time that an AI player computed a move.");
	metrics_add_histogram(metrics, NULL, NULL, &activity->thinking);
}

void prometheus_write(const struct commands *commands, const char *backup, struct string *out)
{
	struct metrics metrics = { .out = out };
	const struct lobby *lobby = commands->lobby;
	int64_t up = (lobby_now(lobby) - lobby->opened) / 1000;
	metrics_begin_family(&metrics, METRIC_GAUGE, "mitaines_build_info",
		"1, with the version of the bot as its label.");
	metrics_add_number(&metrics, "version", VERSION, 1);
	metrics_add_gauge(&metrics, "mitaines_start_time_seconds",
		"Time at which the bot started, in Unix time.", lobby_date(lobby) - up);
	metrics_add_gauge(&metrics, "mitaines_memory_bytes", "Resident memory of the bot.",
		(int64_t)memory_resident());
	metrics_add_gauge(&metrics, "mitaines_people",
		"People in the memory of the bot; the database may have more.",
		(int64_t)lobby->people.count);
	int64_t running = 0;
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		running += table->running;
	metrics_begin_family(&metrics, METRIC_GAUGE, "mitaines_tables",
		"Tables: open ones wait for players, running ones play.");
	metrics_add_number(&metrics, "state", "open", (int64_t)lobby->tables.count - running);
	metrics_add_number(&metrics, "state", "running", running);
	write_networks(&metrics, lobby);
	metrics_begin_family(&metrics, METRIC_COUNTER, "mitaines_commands_total",
		"Commands of people, by their English name.");
	const struct command *command;
	for (size_t n = 0, place = 0; (command = command_table_next(&n)) != NULL; place = n) {
		char name[32];
		struct text text = text_in(name, sizeof name);
		text_add(&text, command_name(command));
		metrics_add_number(
			&metrics, "command", name, (int64_t)commands->command_counts[place]);
	}
	write_activity(&metrics, &lobby->activity);
	metrics_add_gauge(&metrics, "mitaines_thinking_waiting",
		"Moves of AI players that are not computed yet: all threads are busy.",
		worker_pool_count_queued(lobby->robots.pool));
	metrics_begin_family(&metrics, METRIC_GAUGE, "mitaines_slow_jobs",
		"Jobs for which no match waits, such as reviews and deals of a day.");
	metrics_add_number(
		&metrics, "state", "waiting", worker_pool_count_queued(lobby->robots.slow_pool));
	metrics_add_number(
		&metrics, "state", "running", worker_pool_count_running(lobby->robots.slow_pool));
	struct store_status status = { .bytes = 0 };
	store_get_status(lobby->batch.store, &status);
	metrics_add_gauge(
		&metrics, "mitaines_database_bytes", "Size of the database.", status.bytes);
	metrics_add_gauge(&metrics, "mitaines_database_log_bytes",
		"Size of the log of the database (SQLite's WAL).", status.log);
	metrics_begin_family(&metrics, METRIC_GAUGE, "mitaines_disk_free_bytes",
		"Free space on the disk of the database.");
	if (status.disk >= 0)
		metrics_add_number(&metrics, NULL, NULL, status.disk);
	struct stat copy;
	metrics_begin_family(&metrics, METRIC_GAUGE, "mitaines_backup_age_seconds",
		"Age of the newest copy of the database.");
	if (stat(backup, &copy) == 0)
		metrics_add_number(
			&metrics, NULL, NULL, lobby_date(lobby) - (int64_t)copy.st_mtime);
}
