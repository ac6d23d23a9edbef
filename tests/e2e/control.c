#define _GNU_SOURCE /* prlimit */
/* control.c - orders by the control socket of a running bot: `mitaines ctl` and other clients. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <sqlite3.h>

#include "tests/cases.h"
#include "tests/irc/room.h"

enum { WORDS = 6, NOBODY = 65534 };

/* Runs `mitaines ctl` with these words; NULLs follow the last word. */
static int order(struct bot *bot, const char *const words[WORDS])
{
	const char *line[WORDS + 4] = { "ctl", "-c", bot->configuration };
	for (unsigned i = 0; i < WORDS && words[i] != NULL; i++)
		line[3 + i] = words[i];
	return bot_command(bot, line);
}

#define ORDER(bot, ...) order(bot, (const char *const[WORDS]){ __VA_ARGS__ })

static void assert_says(const struct bot *bot, const char *part)
{
	if (strstr(bot->output, part) == NULL)
		fail_msg("no \"%s\" in: %s", part, bot->output);
}

CASE_WITH(orders_of_the_operator_do_the_same_as_commands_in_chat, struct room *room, room_open,
	room_close)
{
	struct bot *bot = &room->bot;
	struct player *anna = room_enter(room, "anna");
	/* After a crash the socket file remains without a listener. */
	room_kill_bot(room);
	room_start_bot(room);
	assert_int_equal(ORDER(bot, "status"), 0);
	assert_says(bot, "mitaines 1.");
	assert_int_equal(ORDER(bot, "announce", "*", "back", "in", "an hour"), 0);
	room_expect(room, anna, "back in an hour");
	assert_int_equal(ORDER(bot, "stop", "1"), 1);
	assert_says(bot, "no table");
	assert_int_equal(ORDER(bot, "join", "#new"), 0);
	assert_int_equal(ORDER(bot, "part", "#nowhere"), 1);
	assert_int_equal(ORDER(bot, "dance"), 1);
	assert_string_equal(bot->output,
		"I don\u2019t know the order dance. mitaines ctl help lists them all.\n");
	assert_int_equal(ORDER(bot, "help"), 0);
	assert_int_equal(strncmp(bot->output, "usage: mitaines ctl ", 20), 0);
	assert_int_equal(ORDER(bot, "prune"), 1);
	assert_says(bot, "mitaines ctl prune DAYS removes ");
	assert_int_equal(ORDER(bot, "shutdown"), 0);
	assert_int_equal(bot_wait(bot), 0);
	assert_int_equal(ORDER(bot, "status"), 1);
	assert_says(bot, "test.db-control: no bot listens there\n");
}

/* Answers name shell commands only, because orders of chat do not work in a shell. */
CASE_WITH(answers_to_operator_orders_name_shell_commands, struct room *room, room_open, room_close)
{
	static const char *const orders[][WORDS] = { { "status" }, { "networks" }, { "tables" },
		{ "join" }, { "part", "#nowhere" }, { "stop" }, { "stop", "1" },
		{ "stop", "1", "elsewhere" }, { "close" }, { "close", "1" }, { "announce" },
		{ "void" }, { "void", "1" }, { "merge" }, { "merge", "anna", "luc" }, { "rename" },
		{ "rename", "anna", "luc" }, { "ignore" }, { "ignore", "del", "account:eve" },
		{ "ignore", "add", "*" }, { "unclaim" }, { "unclaim", "anna" }, { "log" },
		{ "prune" }, { "dance" }, { "help" }, { "reload", "now" } };
	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
		order(&room->bot, orders[i]);
		const char *said = room->bot.output;
		if (*said == '\0' || strstr(said, "admin") != NULL || strstr(said, " !") != NULL ||
			*said == '!')
			fail_msg("%s: %s", orders[i][0], said);
	}
}

/* Counts occurrences of `part` in the bot's log. */
static unsigned logged(const struct bot *bot, const char *part)
{
	char path[PATH_MAX];
	unsigned count = 0;
	size_t length;
	folder_file(bot->folder, "log", path);
	char *log = folder_read(path, &length);
	for (const char *at = log; (at = strstr(at, part)) != NULL; at++)
		count++;
	free(log);
	return count;
}

/* `mitaines ctl` closes a table only with --yes, and the bot logs the order. */
CASE_WITH(
	closing_a_table_by_an_order_needs_the_option_yes, struct room *room, room_open, room_close)
{
	struct bot *bot = &room->bot;
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!new", "anna opens a table");
	assert_int_equal(ORDER(bot, "close", "1"), 0);
	assert_says(bot, "I would close table 1 in ");
	assert_says(bot, "--yes");
	assert_int_equal(logged(bot, "control: closed table 1"), 0);
	assert_int_equal(ORDER(bot, "close", "1", "--yes"), 0);
	room_expect(room, anna, "The operator closes the table.");
	assert_int_equal(logged(bot, "control: closed table 1"), 1);
	assert_int_equal(ORDER(bot, "close", "1", "--yes"), 1);
	assert_int_equal(ORDER(bot, "--json", "void", "1"), 1);
	assert_says(bot, "[{\"key\":\"admin.void.already\",\"match\":1,\"names\":\"\",");
	assert_says(bot, ",\"kind\":\"admin.casual\",");
}

/* Every order of operators answers as a JSON array, done or refused. */
CASE_WITH(every_order_can_be_answered_in_json, struct room *room, room_open, room_close)
{
	static const char *const orders[][4] = { { "status" }, { "networks" }, { "tables" },
		{ "join", "#new" }, { "part", "#new" }, { "stop", "1" }, { "close", "1" },
		{ "void", "1" }, { "merge", "anna", "luc" }, { "rename", "anna", "luc" },
		{ "announce", "back", "soon" }, { "ignore", "add", "eve!*@*" },
		{ "ignore", "list" }, { "ignore", "del", "eve!*@*" }, { "unclaim", "anna" },
		{ "log", "info" }, { "prune", "30" }, { "reload" }, { "help" }, { "shutdown" } };
	struct bot *bot = &room->bot;
	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
		int status = ORDER(bot, "--json", orders[i][0], orders[i][1], orders[i][2]);
		bool refused = strstr("stop close void merge rename unclaim", orders[i][0]) != NULL;
		if (status != refused || strncmp(bot->output, "[{\"key\":\"", 9) != 0)
			fail_msg("%s: %d %s", orders[i][0], status, bot->output);
		assert_string_equal(bot->output + strlen(bot->output) - 4, "\"}]\n");
		if (i == 1)
			assert_says(
				bot, "\"network\":\"local\",\"bot\":\"mitaines\",\"channels\":2,");
	}
	assert_int_equal(bot_wait(bot), 0);
}

CASE_WITH(an_order_that_is_not_utf8_is_refused, struct room *room, room_open, room_close)
{
	static const char *const words[] = { "\xff", "caf\xe9", "\xed\xa0\x80" };
	static const char json[] = "[{\"key\":\"admin.not.utf8\",\"text\":\"";
	struct bot *bot = &room->bot;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		assert_int_equal(ORDER(bot, "--json", "announce", words[i]), 1);
		assert_int_equal(strncmp(bot->output, json, sizeof json - 1), 0);
		assert_string_equal(bot->output + strlen(bot->output) - 4, "\"}]\n");
		assert_int_equal(ORDER(bot, words[i]), 1);
		assert_says(bot, "UTF-8");
	}
}

/* An order whose commit fails is not reported as done. */
CASE_WITH(
	an_order_is_refused_while_the_database_is_locked, struct room *room, room_open, room_close)
{
	struct bot *bot = &room->bot;
	sqlite3 *db;
	assert_int_equal(sqlite3_open(bot->database, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(ORDER(bot, "ignore", "add", "eve!*@*"), 1);
	assert_says(bot, "the database could not be written");
	sqlite3_close(db);
	assert_int_equal(ORDER(bot, "ignore", "list"), 0);
	assert_null(strstr(bot->output, "eve"));
}

/* ---- other clients ---- */

static int come(const struct bot *bot)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	snprintf(address.sun_path, sizeof address.sun_path, "%.80s-control", bot->database);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
	return fd;
}

/* Sends bytes and compares the whole answer. */
static void assert_answer(
	const struct bot *bot, const char *says, size_t length, const char *wanted)
{
	char heard[256];
	size_t size = 0;
	ssize_t count;
	int fd = come(bot);
	assert_int_equal(send(fd, says, length, MSG_NOSIGNAL), length);
	while ((count = recv(fd, heard + size, sizeof heard - 1 - size, 0)) > 0)
		size += (size_t)count;
	heard[size] = '\0';
	assert_string_equal(heard, wanted);
	close(fd);
}

CASE_WITH(silent_or_faulty_clients_do_not_stop_orders, struct room *room, room_open, room_close)
{
	struct bot *bot = &room->bot;
	int silent[40];
	char line[4096];
	memset(line, 'x', sizeof line);
	assert_answer(bot, "status\n", 7, "refused\nan order begins with text or json\n");
	assert_answer(bot, line, sizeof line, "");
	for (unsigned i = 0; i < 40; i++)
		silent[i] = come(bot);
	assert_int_equal(ORDER(bot, "status"), 0);
	for (unsigned i = 0; i < 40; i++)
		close(silent[i]);
	assert_int_equal(ORDER(bot, "status"), 0);
}

CASE_WITH(an_operator_order_waits_until_a_file_descriptor_is_free, struct room *room, room_open,
	room_close)
{
	struct bot *bot = &room->bot;
	struct rlimit usual, none;
	assert_int_equal(prlimit(bot->pid, RLIMIT_NOFILE, NULL, &usual), 0);
	none = (struct rlimit){ .rlim_cur = 3, .rlim_max = usual.rlim_max };
	assert_int_equal(prlimit(bot->pid, RLIMIT_NOFILE, &none, NULL), 0);
	close(come(bot));
	assert_true(bot_logged(bot, "raise LimitNOFILE", BOT_PATIENCE));
	close(come(bot));
	assert_int_equal(prlimit(bot->pid, RLIMIT_NOFILE, &usual, NULL), 0);
	assert_int_equal(ORDER(bot, "status"), 0);
	assert_int_equal(logged(bot, "raise LimitNOFILE"), 1);
}

/* The bot checks the peer's user id even if the socket's mode allows everyone. */
CASE_WITH(other_users_cannot_give_orders, struct room *room, room_open, room_close)
{
	struct bot *bot = &room->bot;
	char path[PATH_MAX];
	struct stat file;
	int status;
	folder_file(bot->folder, "test.db-control", path);
	assert_int_equal(stat(path, &file), 0);
	assert_int_equal(file.st_mode & ACCESSPERMS, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
	if (geteuid() != 0)
		skip();
	assert_int_equal(chmod(path, ACCESSPERMS), 0);
	assert_int_equal(chmod(bot->folder, ACCESSPERMS), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
			_exit(1);
		assert_answer(bot, "text shutdown\n", 14,
			"refused\nonly the bot's user and group may give orders\n");
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(ORDER(bot, "status"), 0);
}

static unsigned lines(const struct bot *bot)
{
	unsigned count = 0;
	for (const char *at = bot->output; (at = strchr(at, '\n')) != NULL; at++)
		count++;
	return count;
}

/* The socket of a running bot stays, and so does a file of another kind. */
CASE_WITH(the_bot_replaces_a_control_socket_only_if_it_is_stale, struct room *room, room_open,
	room_close)
{
	struct bot other;
	const char *run[] = { "run", "-r", "-c", other.configuration, NULL };
	char path[PATH_MAX];
	bot_open(&other);
	bot_configure(
		&other, "database = \"test.db\"; control = \"%s-control\";\n", room->bot.database);
	assert_int_equal(bot_command(&other, run), 1);
	assert_says(&other, "test.db-control: Address already in use\n");
	assert_int_equal(ORDER(&room->bot, "status"), 0);
	folder_file(other.folder, "letter", path);
	folder_write(path, "dear", 4);
	bot_configure(&other, "database = \"test.db\"; control = \"letter\";\n");
	assert_int_equal(bot_command(&other, run), 1);
	assert_says(&other, "letter: File exists\n");
	char *letter = folder_read(path, NULL);
	assert_string_equal(letter, "dear");
	free(letter);
	bot_close(&other);
}

/* Neither a socket nor a database can be made in /proc. */
CASE(a_socket_or_database_that_cannot_be_opened_is_logged_in_one_line)
{
	static const char *const conf[] = {
		"database = \"test.db\"; control = \"/proc/control\";\n",
		"database = \"/proc/test.db\";\n"
	};
	static const char *const says[] = { "control: cannot open the socket /proc/control: ",
		"store: /proc/test.db: " };
	struct bot bot;
	const char *run[] = { "run", "-r", "-c", bot.configuration, NULL };
	bot_open(&bot);
	for (unsigned i = 0; i < 2; i++) {
		bot_configure(&bot, "%s", conf[i]);
		assert_int_equal(bot_command(&bot, run), 1);
		assert_says(&bot, says[i]);
		assert_int_equal(lines(&bot), 1);
		assert_int_equal(ORDER(&bot, "backup", "/proc/copy"), 1);
		assert_int_equal(lines(&bot), 1);
	}
	bot_close(&bot);
}

/* The earlier backup stays, and no temporary file remains. */
CASE_WITH(a_full_disk_keeps_the_earlier_backup, struct room *room, room_open, room_close)
{
	enum { MOST = 64 * 1024 };
	struct bot *bot = &room->bot;
	struct rlimit usual, full;
	char path[PATH_MAX], file[PATH_MAX];
	size_t length, now;
	folder_file(bot->folder, "copy", path);
	assert_int_equal(ORDER(bot, "backup", path), 0);
	char *copy = folder_read(path, &length);
	assert_true(length > MOST);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
	full = (struct rlimit){ .rlim_cur = MOST, .rlim_max = usual.rlim_max };
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
	assert_int_equal(ORDER(bot, "backup", "--keep", "2", path), 1);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_says(bot, "copy: the disk is full; make room\n");
	assert_int_equal(lines(bot), 1);
	char *left = folder_read(path, &now);
	assert_int_equal(now, length);
	assert_memory_equal(left, copy, length);
	free(left);
	free(copy);
	folder_file(bot->folder, "copy.1", file);
	assert_int_equal(access(file, F_OK), -1);
	assert_int_equal(ORDER(bot, "backup", "--keep", "2", path), 0);
	assert_int_equal(access(file, F_OK), 0);
}
