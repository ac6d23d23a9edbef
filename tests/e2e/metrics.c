/* metrics.c - metrics for monitoring, by `ctl metrics` and from the pages. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/irc/site.h"

/* Returns the output of `ctl metrics`. */
static const char *figures(struct bot *bot)
{
	const char *words[] = { "ctl", "-c", bot->configuration, "metrics", NULL };
	assert_int_equal(bot_command(bot, words), 0);
	return bot->output;
}

static void assert_tells(const char *text, const char *line)
{
	if (strstr(text, line) == NULL)
		fail_msg("no %s in: %s", line, text);
}

/* Returns the value of a sample. */
static double number(const char *text, const char *sample)
{
	char line[128];
	snprintf(line, sizeof line, "\n%s ", sample);
	const char *at = strstr(text, line);
	assert_tells(text, line);
	return at != NULL ? strtod(at + strlen(line), NULL) : -1;
}

SITE_CASE(the_metrics_count_a_match)
{
	struct room *room = site->room;
	struct bot *bot = &room->bot;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=500", 4);
	struct player *other = room_mover(room, anna, luc) == anna ? luc : anna;
	room_ask(room, other, "!p 1", "turn.");
	room_ask(room, other, "!solo hard", "Your turn");
	room_whisper(other, "p 1");
	for (long until = bot_clock() + BOT_PATIENCE;
		number(figures(bot), "mitaines_thinking_seconds_count") == 0;)
		assert_true(bot_clock() < until);
	const char *text = bot->output;
	assert_tells(text, "\nmitaines_tables{state=\"running\"} 2\n");
	assert_tells(text, "\nmitaines_network_connected{network=\"local\"} 1\n");
	assert_tells(text, "\nmitaines_network_channels{network=\"local\"} 2\n");
	assert_tells(text, "\nmitaines_network_reconnects_total{network=\"local\"} 0\n");
	assert_tells(text, "\nmitaines_commands_total{command=\"new\"} 1\n");
	assert_tells(text, "\nmitaines_commands_total{command=\"join\"} 1\n");
	assert_tells(text, "\nmitaines_refusals_total{reason=\"turn\"} 1\n");
	assert_tells(text, "\nmitaines_batches_lost_total 0\n");
	assert_true(number(text, "mitaines_slow_jobs{state=\"waiting\"}") >= 0);
	assert_true(number(text, "mitaines_slow_jobs{state=\"running\"}") >= 0);
	assert_true(number(text, "mitaines_moves_total{by=\"people\"}") >= 4);
	assert_true(number(text, "mitaines_commit_seconds_count") >= 6);
	assert_true(number(text, "mitaines_commit_seconds_sum") > 0);
	assert_true(number(text, "mitaines_queue_delay_seconds_count{network=\"local\"}") >= 6);
	assert_true(number(text, "mitaines_memory_bytes") > 1e6);
	assert_true(number(text, "mitaines_database_bytes") > 1e5);
	assert_true(number(text, "mitaines_database_log_bytes") > 0);
	assert_true(number(text, "mitaines_people") >= 2);
}

/* The server closes the connection, and the bot reconnects. */
SITE_CASE(the_metrics_count_connections)
{
	struct room *room = site->room;
	ircd_stop(&room->server);
	for (long until = bot_clock() + BOT_PATIENCE;
		number(figures(&room->bot), "mitaines_network_connected{network=\"local\"}") == 1;)
		assert_true(bot_clock() < until);
	assert_tells(room->bot.output, "\nmitaines_network_channels{network=\"local\"} 0\n");
	assert_true(ircd_again(&room->server));
	for (long until = bot_clock() + BOT_PATIENCE;
		number(figures(&room->bot), "mitaines_network_connected{network=\"local\"}") == 0;)
		assert_true(bot_clock() < until);
	assert_tells(
		room->bot.output, "\nmitaines_network_reconnects_total{network=\"local\"} 1\n");
}

SITE_CASE(the_metrics_show_the_age_of_the_newest_backup)
{
	struct room *room = site->room;
	struct bot *bot = &room->bot;
	char copy[PATH_MAX];
	assert_null(strstr(figures(bot), "\nmitaines_backup_age_seconds "));
	folder_file(bot->folder, "test.db-backup", copy);
	const char *words[] = { "ctl", "-c", bot->configuration, "backup", copy, "--json", NULL };
	assert_int_equal(bot_command(bot, words), 0);
	assert_tells(bot->output, "[{\"key\":\"backup.done\",\"copy\":\"");
	assert_in_range(number(figures(bot), "mitaines_backup_age_seconds"), 0, 3600);
}

/* ---- the pages ---- */

/* Requests /metrics until the answer has a line, or no longer has it. */
static void wait_until(struct site *site, const char *line, bool there)
{
	for (long until = bot_clock() + BOT_PATIENCE; bot_clock() < until; usleep(20000))
		if (site_get(site, "/metrics", "") == 200 &&
			(strstr(site->reply, line) != NULL) == there)
			return;
	fail_msg("%s %s in: %s", line, there ? "never came" : "stays", site->reply);
}

/* Checks the body of the last reply with promtool. */
static void assert_checked(struct site *site)
{
	char path[PATH_MAX], line[2 * PATH_MAX];
	const char *body = strstr(site->reply, "\r\n\r\n");
	assert_non_null(body);
	folder_file(site->room->bot.folder, "metrics", path);
	folder_write(path, body + 4, strlen(body + 4));
	snprintf(line, sizeof line, "'%s/promtool/usr/bin/promtool' check metrics <'%s' >&2",
		server_unpacked(), path);
	assert_int_equal(system(line), 0); /* NOLINT(cert-env33-c): the command is ours */
}

/* A client of the socket that sends junk or nothing delays the bot's metrics by a second at most.
 */
SITE_CASE(other_clients_of_the_socket_do_not_stop_metrics)
{
	static const char junk[] = "# TYPE junk gauge\njunk 1\n";
	struct room *room = site->room;
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct stat file;
	int silent[20];
	site_open(site, "");
	wait_until(site, "\nmitaines_up 1\n", true);
	snprintf(address.sun_path, sizeof address.sun_path, "%.80s-seats", room->bot.database);
	assert_int_equal(stat(address.sun_path, &file), 0);
	assert_int_equal(file.st_mode & ACCESSPERMS, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
	for (unsigned i = 0; i < 20; i++) {
		silent[i] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		assert_true(silent[i] >= 0);
		assert_int_equal(
			connect(silent[i], (struct sockaddr *)&address, sizeof address), 0);
		if (i % 2 == 0) {
			send(silent[i], junk, sizeof junk - 1, MSG_NOSIGNAL);
			close(silent[i]);
		}
	}
	assert_int_equal(site_get(site, "/metrics", ""), 200);
	const char *words[] = { "ctl", "-c", room->bot.configuration, "log", "warn", NULL };
	assert_int_equal(bot_command(&room->bot, words), 0);
	wait_until(site, "\nmitaines_commands_total{command=\"admin\"} 1\n", true);
	assert_null(strstr(site->reply, "junk"));
	for (unsigned i = 1; i < 20; i += 2)
		close(silent[i]);
	site_stop(site);
	site_start(site); /* replaces a stale socket */
	wait_until(site, "\nmitaines_up 1\n", true);
}

SITE_CASE(pages_show_metrics)
{
	struct room *room = site->room;
	site_open(site, "");
	wait_until(site, "\nmitaines_up 1\n", true);
	assert_tells(site->reply, "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
	assert_tells(site->reply, "# TYPE mitaines_moves_total counter\n");
	assert_tells(site->reply, "\nmitaines_tables{state=\"open\"} 0\n");
	assert_tells(site->reply, "\nmitaines_pages_requests_total{class=\"2xx\"} ");
	assert_checked(site);
	assert_int_equal(site_get(site, "/metrics/x", ""), 404);
	assert_int_equal(site_get(site, "/metrics.json", ""), 404);
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	wait_until(site, "\nmitaines_up 0\n", true);
	assert_null(strstr(site->reply, "mitaines_tables"));
	assert_checked(site);
	room_start_bot(room);
	wait_until(site, "\nmitaines_up 1\n", true);
}

/* The bot stops in the middle of its work and keeps its connection. */
SITE_CASE(metrics_of_a_bot_that_hangs_become_unknown)
{
	struct bot *bot = &site->room->bot;
	bot->haste = 3; /* speeds up the pages too, which wait 12 s for the bot */
	site_open(site, "");
	wait_until(site, "\nmitaines_up 1\n", true);
	assert_int_equal(kill(bot->pid, SIGSTOP), 0);
	wait_until(site, "\nmitaines_up 0\n", true);
	assert_int_equal(kill(bot->pid, SIGCONT), 0);
	wait_until(site, "\nmitaines_up 1\n", true);
}

SITE_CASE(the_configuration_can_hide_metrics_on_pages)
{
	site_open(site, "metrics = false;");
	assert_int_equal(site_get(site, "/metrics", ""), 404);
}

/* ---- names ---- */

static bool is_named(const char *text, const char *before, const char *name, size_t length)
{
	size_t begun = strlen(before);
	for (const char *at = text; (at = strstr(at, before)) != NULL; at += begun)
		if (strncmp(at + begun, name, length) == 0 && strcspn(at + begun, " \n") == length)
			return true;
	return false;
}

/* The manual lists exactly the exported metrics; alert rules and dashboard use only these. */
SITE_CASE(the_manual_lists_all_metrics)
{
	static const char item[] = ".It Li ";
	char *manual = folder_read("config/mitaines.1", NULL);
	char *const users[] = { folder_read("config/mitaines.alerts.yml", NULL),
		folder_read("config/mitaines.grafana.json", NULL) };
	unsigned listed = 0, told = 0;
	site_open(site, "");
	wait_until(site, "\nmitaines_up 1\n", true);
	for (const char *at = manual; (at = strstr(at, ".It Li mitaines_")) != NULL; listed++) {
		at += sizeof item - 1;
		if (!is_named(site->reply, "# TYPE ", at, strcspn(at, " \n")))
			fail_msg("not told: %.60s", at);
	}
	for (const char *at = site->reply; (at = strstr(at, "# TYPE ")) != NULL; at++)
		told++;
	assert_int_equal(told, listed);
	for (unsigned i = 0; i < 2; i++) {
		for (const char *at = users[i]; (at = strstr(at, "mitaines_")) != NULL;) {
			char sample[64];
			snprintf(sample, sizeof sample, "\n%.*s",
				(int)strspn(at, "abcdefghijklmnopqrstuvwxyz_"), at);
			if (strcmp(sample, "\nmitaines_backup_age_seconds") != 0)
				assert_tells(site->reply, sample);
			at += strlen(sample) - 1;
		}
		free(users[i]);
	}
	free(manual);
}

CASE(alert_rules_are_valid)
{
	char line[PATH_MAX];
	snprintf(line, sizeof line,
		"'%s/promtool/usr/bin/promtool' test rules tests/e2e/alerts.yml >&2 && "
		"python3 -m json.tool config/mitaines.grafana.json /dev/null",
		server_unpacked());
	assert_int_equal(system(line), 0); /* NOLINT(cert-env33-c): the command is ours */
}
