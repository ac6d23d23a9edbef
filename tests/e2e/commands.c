/* commands.c - the program on the command line: start, refusal to start, and end. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sysexits.h>

#include <sqlite3.h>

#include "tests/cases.h"
#include "tests/irc/room.h"
#include "tests/sql.h"

/* ---- helpers ---- */

/* Fails unless the output has this many lines and contains `part`. */
static void assert_lines(const struct bot *bot, unsigned count, const char *part)
{
	unsigned lines = 0;
	for (const char *at = bot->output; *at != '\0'; at++)
		lines += *at == '\n';
	if (lines != count || strstr(bot->output, part) == NULL)
		fail_msg("not %u lines with \"%s\":\n%s", count, part, bot->output);
}

/* Fails unless `run` ends by itself with this status, after one line that contains `part`. */
static void assert_run_ends(struct bot *bot, int status, const char *part)
{
	const char *run[] = { "run", "-r", "-c", bot->configuration, NULL };
	assert_int_equal(bot_command(bot, run), status);
	assert_lines(bot, 1, part);
}

static void execute(const char *database, const char *sql)
{
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ---- starting ---- */

CASE_WITH(files_other_than_databases_are_refused, struct bot *bot, bot_enter, bot_leave)
{
	bot_configure(bot, "database = \"absent/test.db\";\n");
	assert_run_ends(bot, 1, "absent/test.db: ");
	bot_configure(bot, "database = \".\";\n");
	assert_run_ends(bot, EX_CONFIG, ": ");
	bot_configure(bot, "database = \"test.db\";\n");
	static const char letter[] = "This is a letter and no database, however long it may be.\n";
	folder_write(bot->database, letter, strlen(letter));
	assert_run_ends(bot, EX_CONFIG, "test.db: ");
	unlink(bot->database);
	execute(bot->database, "CREATE TABLE recipes (id INTEGER PRIMARY KEY, name TEXT)");
	assert_run_ends(bot, EX_CONFIG, "test.db: ");
	assert_int_equal(sql_number_in(bot->database, "SELECT count(*) FROM recipes"), 0);
}

/* All pages of the database but the first are overwritten. */
CASE_WITH(a_damaged_database_is_refused, struct room *room, room_open, room_close)
{
	struct stat status;
	static const char noise[4096] = "noise";
	assert_int_equal(bot_stop(&room->bot), 0);
	assert_int_equal(stat(room->bot.database, &status), 0);
	FILE *file = fopen(room->bot.database, "r+");
	assert_non_null(file);
	for (long at = 4096; at < status.st_size; at += 4096) {
		fseek(file, at, SEEK_SET);
		fwrite(noise, 1, sizeof noise, file);
	}
	assert_int_equal(fclose(file), 0);
	assert_run_ends(&room->bot, 1, "test.db: ");
}

CASE_WITH(a_second_bot_on_a_database_does_not_start, struct room *room, room_open, room_close)
{
	assert_run_ends(&room->bot, EX_CONFIG, "test.db: ");
	room_kill_bot(room);
	room_start_bot(room);
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* ---- leaving ---- */

/* Other tests end the bot with SIGTERM. */
CASE_WITH(the_bot_ends_on_sigint, struct room *room, room_open, room_close)
{
	kill(room->bot.pid, SIGINT);
	room_see_bot_gone(room);
	assert_int_equal(bot_wait(&room->bot), 0);
}

/* Without a connection the bot has no goodbye to send. */
CASE_WITH(sigterm_ends_a_bot_that_has_no_server, struct room *room, room_open, room_close)
{
	ircd_stop(&room->server);
	assert_true(bot_logged(&room->bot, "not connected: ", BOT_PATIENCE));
	assert_int_equal(bot_stop(&room->bot), 0);
}

/* ---- other commands ---- */

CASE_WITH(the_check_command_lists_all_errors, struct bot *bot, bot_enter, bot_leave)
{
	const char *check[] = { "check", "-c", bot->configuration, NULL };
	bot_configure(bot,
		"database = 5;\nprefix = \"\";\nturn_seconds = -1;\nbananas = true;\n"
		"networks = ( { name = \"a\"; port = 70000; tls = \"maybe\"; } );\n");
	assert_int_equal(bot_command(bot, check), 1);
	for (unsigned line = 1; line <= 5; line++) {
		char part[32];
		snprintf(part, sizeof part, "test.conf:%u: ", line);
		assert_lines(bot, 6, part);
	}
	bot_configure(bot, "database = ;\n");
	assert_int_equal(bot_command(bot, check), 1);
	assert_lines(bot, 1, "test.conf:1: ");
	unlink(bot->configuration);
	assert_int_equal(bot_command(bot, check), 1);
	assert_lines(bot, 1, "test.conf: ");
	bot_configure(bot, "turn_seconds = 60;\n");
	assert_int_equal(bot_command(bot, check), 0);
	assert_lines(bot, 1, "no errors");
}

/* A configuration with warnings is valid: the bot runs with it. */
CASE_WITH(the_check_command_warns_of_unsafe_settings, struct bot *bot, bot_enter, bot_leave)
{
	static const struct {
		const char *keys, *warning;
	} networks[] = {
		{ "sasl = { account = \"a\"; password = \"sesame\"; };",
			"sasl: \"plain\" without tls sends the password" },
		{ "tls_fingerprint = \"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\";",
			"tls_fingerprint: no effect before the server asks for TLS" },
	};
	const char *check[] = { "check", "-c", bot->configuration, NULL };
	for (size_t i = 0; i < 2 * sizeof networks / sizeof networks[0]; i++) {
		bool tls = i % 2 == 1;
		const char *warned;
		bot_configure(bot, "networks = ( { name = \"a\"; tls = %s; %s } );\n",
			tls ? "true" : "false", networks[i / 2].keys);
		assert_int_equal(bot_command(bot, check), 0);
		warned = strstr(bot->output, "test.conf:1: warning: ");
		assert_int_equal(warned == NULL, tls);
		if (warned != NULL)
			assert_non_null(strstr(warned, networks[i / 2].warning));
		assert_null(strstr(bot->output, "sesame"));
	}
}

CASE_WITH(the_run_command_warns_root_unless_an_option_allows_root, struct bot *bot, bot_enter,
	bot_leave)
{
	if (geteuid() != 0)
		skip();
	bot_configure(bot, "bananas = true;\n");
	const char *run[] = { "run", "-c", bot->configuration, NULL };
	assert_int_equal(bot_command(bot, run), EX_CONFIG);
	assert_lines(bot, 2, "the bot never needs to be root");
	const char *meant[] = { "run", "-r", "-c", bot->configuration, NULL };
	assert_int_equal(bot_command(bot, meant), EX_CONFIG);
	assert_lines(bot, 1, "bananas");
}

CASE_WITH(the_bot_does_not_start_with_errors_in_its_configuration, struct bot *bot, bot_enter,
	bot_leave)
{
	bot_configure(bot, "bananas = true;\n");
	assert_run_ends(bot, EX_CONFIG, "test.conf:1: ");
	unlink(bot->configuration);
	assert_run_ends(bot, EX_CONFIG, "test.conf: ");
}
