/* tools.c - the tools on files and databases: exported records replay and verify; backup and
 * restore. */
#include <assert.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <sodium.h>

#include "bot/match/match.h"
#include "engine/playout.h"
#include "engine/record.h"
#include "storage/matches.h"
#include "tests/cases.h"
#include "tests/folder.h"
#include "tests/sql.h"
#include "tests/stage/stage.h"

enum { MEMORY = 64 << 20 };

/* A folder, a lobby on a database in it, and the output of the last tool. */
struct tools {
	char folder[FOLDER_PATH];
	char database[PATH_MAX];
	char conf[PATH_MAX];
	char out[PATH_MAX];
	char err[PATH_MAX];
	char file[PATH_MAX];
	struct chance chance;
	struct stage stage;
	char *text[2]; /* contents of out and err */
};

static int open_tools(void **state)
{
	struct tools *tools = calloc(1, sizeof *tools);
	if (tools == NULL || sodium_init() < 0)
		return -1;
	folder_make(tools->folder);
	folder_file(tools->folder, "test.db", tools->database);
	folder_file(tools->folder, "test.conf", tools->conf);
	folder_file(tools->folder, "out", tools->out);
	folder_file(tools->folder, "err", tools->err);
	folder_file(tools->folder, "file", tools->file);
	tools->chance.seed = 1;
	*state = tools;
	return 0;
}

static int close_tools(void **state)
{
	struct tools *tools = *state;
	free(tools->text[0]);
	free(tools->text[1]);
	folder_remove(tools->folder);
	free(tools);
	return 0;
}

#define TOOLS_CASE(name) CASE_WITH(name, struct tools *tools, open_tools, close_tools)

/* In the child process: executes the program with its output in files. */
static void become(const struct tools *tools, const char *program, const char *const *arguments)
{
	const struct rlimit memory = { MEMORY, MEMORY };
	int out = open(tools->out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int err = open(tools->err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int in = open("/dev/null", O_RDONLY);
	if (out < 0 || err < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(126);
#ifndef __SANITIZE_ADDRESS__
	setrlimit(RLIMIT_DATA, &memory);
#else
	(void)memory;
#endif
	execv(program, (char *const *)arguments);
	_exit(127);
}

static int run_words(struct tools *tools, const char *const *arguments)
{
	const char *program = getenv("MITAINES");
	int status;
	if (program == NULL) {
		fail_msg("MITAINES does not name the program");
		return -1;
	}
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		become(tools, program, arguments);
	assert_int_equal(waitpid(child, &status, 0), child);
	free(tools->text[0]);
	free(tools->text[1]);
	tools->text[0] = folder_read(tools->out, NULL);
	tools->text[1] = folder_read(tools->err, NULL);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs mitaines with these arguments. Returns its exit status, or -1 after a signal. */
#define run(tools, ...) run_words(tools, (const char *const[]){ "mitaines", __VA_ARGS__, NULL })

static unsigned count(const char *text, const char *part)
{
	unsigned found = 0;
	for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
		found++;
	return found;
}

#define assert_has(text, part) \
	do { \
		if (strstr(text, part) == NULL) \
			fail_msg("wanted: %s\nfound: %.2000s", part, text); \
	} while (0)

/* Matches */

static void open_database(struct tools *tools)
{
	/* these commands connect nowhere, so they need no password */
	static const char conf[] = "database = \"test.db\";\n"
				   "networks = ( { password_file = \"absent\"; } );\n";
	stage_open(&tools->stage, catalogues, tools->database);
	folder_write(tools->conf, conf, sizeof conf - 1);
}

/* Starts a match with so many people. Returns its id. */
static int64_t begin(struct tools *tools, const char *new, unsigned number, unsigned people)
{
	static const char *const names[] = { "anna", "luc", "rose", "yves" };
	char join[16];
	assert(people <= sizeof names / sizeof names[0]);
	snprintf(join, sizeof join, "!join #%u", number);
	stage_say(&tools->stage, names[0], new);
	for (unsigned i = 1; i < people; i++)
		stage_say(&tools->stage, names[i], join);
	snprintf(join, sizeof join, "!start #%u", number);
	stage_say(&tools->stage, names[0], join);
	struct table *table = stage_table(&tools->stage, number);
	if (table != NULL && table->running)
		return table->match;
	fail_msg("%s\n%s", new, stage_hear(&tools->stage));
	return 0;
}

/* Makes so many random moves, or plays to the end of the match. */
static void play(struct tools *tools, unsigned number, unsigned moves)
{
	struct lobby *lobby = &tools->stage.lobby;
	struct table *table;
	while (moves-- > 0 && (table = stage_table(&tools->stage, number)) != NULL) {
		struct state *state = table_state(table);
		struct moves legal;
		table->game->legal(state, &legal);
		struct move move = legal.move[chance_below(&tools->chance, legal.count)];
		int64_t player = table->seat[state->turn].player->id;
		assert_int_equal(match_move(lobby, table, state->turn, move, player), REFUSE_NONE);
		match_continue(lobby, table);
		lobby_commit(lobby);
	}
}

static void stop(struct tools *tools, unsigned number, unsigned people)
{
	static const char *const names[] = { "anna", "luc", "rose", "yves" };
	char line[16];
	snprintf(line, sizeof line, "!stop #%u", number);
	for (unsigned i = 0; i < people; i++)
		stage_say(&tools->stage, names[i], line);
	assert_null(stage_table(&tools->stage, number));
}

/* Makes matches: 1 finished, 2 stopped in its second hand, 3 in its third, 4 just dealt, 5 not
 * started. */
static void play_matches(struct tools *tools)
{
	open_database(tools);
	assert_int_equal(begin(tools, "!new mate discard=yes suits=CSHD", 1, 2), 1);
	play(tools, 1, 100000);
	assert_null(stage_table(&tools->stage, 1));
	assert_int_equal(begin(tools, "!new mitaines quebec", 1, 4), 2);
	play(tools, 1, 60);
	stop(tools, 1, 4);
	assert_int_equal(begin(tools, "!new mitch hands=3 double=shortest", 1, 3), 3);
	while (table_state(stage_table(&tools->stage, 1))->hand < 3)
		play(tools, 1, 1);
	play(tools, 1, 3);
	assert_int_equal(begin(tools, "!new mitaines target=100", 2, 2), 4);
	stage_say(&tools->stage, "yves", "!new");
	assert_non_null(stage_table(&tools->stage, 3));
}

/* Export */

TOOLS_CASE(exported_records_pass_the_verify_command)
{
	play_matches(tools);
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	assert_string_equal(tools->text[1], "");
	folder_write(tools->file, tools->text[0], strlen(tools->text[0]));
	unsigned hands = count(tools->text[0], "\nhand ");
	assert_int_equal(count(tools->text[0], "mitaines-record 1\n"), 4);
	/* Two matches are over and export all hands; the other two export finished hands only: two,
	 * and none. */
	assert_int_equal(count(tools->text[0], "\nfair 2\ncommit "), 4);
	assert_int_equal(count(tools->text[0], "\ncommit "), 4);
	assert_int_equal(count(tools->text[0], "\nroot "), 2);
	assert_int_equal(count(tools->text[0], "\nreveal "), 2);
	assert_int_equal(count(tools->text[0], "\nresult "), 1);
	assert_has(tools->text[0], "\ngame mate\noption discard=yes\noption suits=CSHD\nmatch 1\n");
	assert_has(tools->text[0], "\ngame mitch banilower\noption hands=3\n");

	assert_int_equal(run(tools, "verify", tools->file), 0);
	assert_string_equal(tools->text[1], "");
	assert_int_equal(count(tools->text[0], "match "), 4);
	assert_int_equal(count(tools->text[0], "\nhand "), hands);
	assert_int_equal(count(tools->text[0], ", proved\n"), hands - 2);
	assert_int_equal(count(tools->text[0], ", unfinished, proved\n"), 1);
	assert_int_equal(count(tools->text[0], ", unfinished, not revealed yet\n"), 2);
	stage_close(&tools->stage);
}

/* The record has the points that people were told. */
TOOLS_CASE(the_export_command_can_export_a_single_match)
{
	struct store_seat seats[STORE_SEATS];
	char total[64];
	unsigned people;
	play_matches(tools);
	assert_int_equal(store_list_seats(tools->stage.store, 1, seats, &people), STORE_OK);
	snprintf(total, sizeof total, "\nresult %d %d\n", seats[0].points, seats[1].points);
	assert_int_equal(run(tools, "export", "--match", "1", "-c", tools->conf), 0);
	assert_int_equal(count(tools->text[0], "mitaines-record 1\n"), 1);
	assert_has(tools->text[0], total);

	assert_int_equal(run(tools, "export", "-c", tools->conf, "--match", "5"), 1);
	assert_string_equal(
		tools->text[1], "mitaines export: match 5: this match has not started\n");
	assert_int_equal(run(tools, "export", "-c", tools->conf, "--match", "6"), 1);
	assert_string_equal(
		tools->text[1], "mitaines export: match 6: not found in the database\n");
	assert_string_equal(tools->text[0], "");
	stage_close(&tools->stage);
}

/* Restores the database's bytes and executes a statement on it. */
static void damage_database(struct tools *tools, const char *bytes, size_t size, const char *sql)
{
	sqlite3 *db;
	folder_write(tools->database, bytes, size);
	assert_int_equal(sqlite3_open(tools->database, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* A damaged match is reported; the others are exported. */
TOOLS_CASE(the_export_command_reports_damaged_journals)
{
	static const char *const damage[] = {
		"UPDATE moves SET text = '9C mitten mitten', box = NULL WHERE match = 2 AND n = 7",
		"UPDATE moves SET text = '', box = NULL WHERE match = 2 AND n = 7",
		"UPDATE moves SET text = '2C' || char(10) || '2D' WHERE match = 2 AND n = 7",
		"UPDATE moves SET seat = (seat + 1) % 4 WHERE match = 2 AND n = 7",
		"DELETE FROM moves WHERE match = 2 AND n = 7",
		"UPDATE hands SET dealer = 99 WHERE match = 2 AND hand = 1",
		"UPDATE hands SET seed = zeroblob(32) WHERE match = 2 AND hand = 1",
		"DELETE FROM hands WHERE match = 2",
		"UPDATE matches SET game = 'bridge' WHERE id = 2",
		"UPDATE matches SET options = printf('%0255d', 0) WHERE id = 2",
		"DELETE FROM seats WHERE match = 2",
	};
	size_t size;
	play_matches(tools);
	stage_close(&tools->stage);
	char *bytes = folder_read(tools->database, &size);
	for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
		damage_database(tools, bytes, size, damage[i]);
		if (run(tools, "export", "-c", tools->conf) != 1)
			fail_msg("exported: %s", damage[i]);
		if (strncmp(tools->text[1], "mitaines export: match 2: ", 26) != 0 ||
			count(tools->text[1], "\n") != 1 ||
			count(tools->text[0], "mitaines-record 1\n") != 3)
			fail_msg("%s: %s", damage[i], tools->text[1]);
		assert_int_equal(run(tools, "export", "-c", tools->conf, "--match", "2"), 1);
		assert_string_equal(tools->text[0], "");
	}
	free(bytes);
}

/* Backup */

TOOLS_CASE(a_backup_is_complete)
{
	char conf[PATH_MAX + 32], told[PATH_MAX + 128];
	struct stat file;
	play_matches(tools);
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	char *before = strdup(tools->text[0]);
	assert_int_equal(run(tools, "backup", "-c", tools->conf, tools->file), 0);
	assert_string_equal(tools->text[1], "");
	assert_int_equal(stat(tools->file, &file), 0);
	snprintf(told, sizeof told, "%s: written and checked, bytes: %lld, matches: 4, people: 4\n",
		tools->file, (long long)file.st_size);
	assert_string_equal(tools->text[0], told);
	stage_close(&tools->stage);
	assert_int_equal(unlink(tools->database), 0);
	snprintf(conf, sizeof conf, "database = \"%s\";\n", tools->file);
	folder_write(tools->conf, conf, strlen(conf));
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	assert_string_equal(tools->text[0], before);
	free(before);
}

/* Fails unless a file has exactly these bytes. */
static void assert_bytes(const char *path, const char *bytes, size_t size)
{
	size_t length;
	char *now = folder_read(path, &length);
	assert_int_equal(length, size);
	assert_memory_equal(now, bytes, size);
	free(now);
}

/* A person has an open transaction on the database. */
TOOLS_CASE(a_start_on_a_locked_database_says_that_it_is_locked)
{
	static const char *const changes[] = { "minimum_matches = 9;",
		"networks = ({ name = \"b\"; });" };
	sqlite3 *db;
	open_database(tools);
	stage_close(&tools->stage);
	assert_int_equal(sqlite3_open(tools->database, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		char conf[128];
		snprintf(conf, sizeof conf, "database = \"test.db\"; %s\n", changes[i]);
		folder_write(tools->conf, conf, strlen(conf));
		assert_int_equal(run(tools, "run", "-r", "-c", tools->conf), 1);
		assert_has(tools->text[1], ": the database is locked by another program");
	}
	sqlite3_close(db);
}

TOOLS_CASE(a_damaged_database_replaces_no_backup)
{
	static const char *const damage[] = {
		"UPDATE moves SET text = '', box = NULL WHERE match = 3 AND n = 7",
		"PRAGMA foreign_keys = OFF; DELETE FROM people WHERE name = 'anna'",
	};
	char older[PATH_MAX];
	size_t size, length;
	play_matches(tools);
	stage_close(&tools->stage);
	folder_file(tools->folder, "file.1", older);
	assert_int_equal(run(tools, "backup", "-c", tools->conf, tools->file), 0);
	char *bytes = folder_read(tools->database, &size);
	char *copy = folder_read(tools->file, &length);
	for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
		damage_database(tools, bytes, size, damage[i]);
		assert_int_equal(
			run(tools, "backup", "-c", tools->conf, "--keep", "3", tools->file), 1);
		assert_has(tools->text[1],
			i == 0 ? "mitaines backup: match 3: the stored moves"
			       : "mitaines backup: the copy: the database is damaged");
		assert_int_equal(count(tools->text[1], "\n"), 1);
		assert_bytes(tools->file, copy, length);
		assert_int_equal(access(older, F_OK), -1);
	}
	free(copy);
	free(bytes);
}

TOOLS_CASE(the_newest_backups_are_kept)
{
	char path[PATH_MAX], name[PATH_MAX];
	play_matches(tools);
	for (unsigned i = 0; i < 5; i++) {
		stage_say(&tools->stage, "rose", "!new");
		assert_int_equal(
			run(tools, "backup", "-c", tools->conf, "--keep", "3", tools->file), 0);
	}
	stage_close(&tools->stage);
	for (unsigned i = 0; i < 4; i++) {
		snprintf(name, sizeof name, i > 0 ? "%s.%u" : "%s", tools->file, i);
		snprintf(path, sizeof path, "%s", name);
		assert_int_equal(access(path, F_OK), i < 3 ? 0 : -1);
	}
	assert_int_equal(run(tools, "backup", "--keep", "0", tools->file), 2);
	assert_int_equal(run(tools, "backup", "--keep", "x", tools->file), 2);
}

/* The restored database equals the backup, and the replaced one is kept. */
TOOLS_CASE(a_backup_is_restored)
{
	char replaced[PATH_MAX], log[PATH_MAX];
	struct stat file;
	play_matches(tools);
	snprintf(replaced, sizeof replaced, "%.*s.replaced", PATH_MAX - 16, tools->database);
	assert_int_equal(run(tools, "backup", "-c", tools->conf, tools->file), 0);
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	char *before = strdup(tools->text[0]);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->file), 1);
	assert_has(tools->text[1], "test.db: a bot is running on this database; stop it first\n");
	stop(tools, 2, 2);
	stage_close(&tools->stage);
	assert_int_equal(run(tools, "backup", "-c", tools->conf, replaced), 0);
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	snprintf(log, sizeof log, "%.*s-wal", PATH_MAX - 16, tools->database);
	assert_int_equal(access(log, F_OK), -1);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->file), 0);
	assert_string_equal(tools->text[1], "");
	assert_has(tools->text[0], "test.db: restored from ");
	assert_has(tools->text[0], ", matches: 4, people: 4\n");
	assert_has(tools->text[0], "test.db.replaced\n");
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	assert_string_equal(tools->text[0], before);
	assert_int_equal(stat(tools->database, &file), 0);
	assert_int_equal(file.st_mode & ACCESSPERMS, S_IRUSR | S_IWUSR);
	assert_int_equal(access(replaced, F_OK), 0);
	assert_int_equal(unlink(tools->database), 0);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->file), 0);
	assert_null(strstr(tools->text[0], ".replaced"));
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	assert_string_equal(tools->text[0], before);
	free(before);
}

/* Neither another file nor a damaged backup replaces a database. */
TOOLS_CASE(damaged_backups_and_other_files_are_not_restored)
{
	size_t size;
	play_matches(tools);
	stage_close(&tools->stage);
	char *bytes = folder_read(tools->database, &size);
	damage_database(tools, bytes, size,
		"UPDATE moves SET text = '', box = NULL WHERE match = 2 AND n = 7");
	assert_int_equal(rename(tools->database, tools->file), 0);
	folder_write(tools->database, bytes, size);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->file), 1);
	assert_has(tools->text[1], "mitaines restore: match 2: ");
	assert_bytes(tools->database, bytes, size);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->conf), 1);
	assert_has(tools->text[1], "the file is not a mitaines database");
	assert_int_equal(run(tools, "restore", "-c", tools->conf, "nowhere"), 1);
	folder_write(tools->file, "", 0);
	assert_int_equal(run(tools, "restore", "-c", tools->conf, tools->file), 1);
	assert_has(tools->text[1], "the file is empty; check its path\n");
	assert_bytes(tools->database, bytes, size);
	free(bytes);
}

/* Prune */

TOOLS_CASE(old_journals_are_removed_by_the_prune_command)
{
	sqlite3 *db;
	play_matches(tools);
	assert_int_equal(run(tools, "prune", "-c", tools->conf, "7"), 1);
	assert_has(
		tools->text[1], "test.db: a bot is running on it; use mitaines ctl prune DAYS\n");
	stage_close(&tools->stage);
	/* The statement makes all ended matches old, and their roots announced. */
	assert_int_equal(sqlite3_open(tools->database, &db), SQLITE_OK);
	sql_run(db,
		"UPDATE matches SET opened = 1, ended = 2 WHERE ended > 0;"
		"UPDATE roots SET told = 2");
	sqlite3_close(db);
	assert_int_equal(run(tools, "prune", "-c", tools->conf, "0"), 2);
	assert_int_equal(run(tools, "prune", "-c", tools->conf, "7", "8"), 2);
	assert_int_equal(run(tools, "prune", "-c", tools->conf, "7"), 0);
	assert_has(tools->text[0], "test.db: pruned matches: 2\n");
	assert_int_equal(run(tools, "export", "-c", tools->conf), 0);
	assert_string_equal(tools->text[1], "mitaines export: left out pruned matches: 2\n");
	assert_int_equal(run(tools, "export", "-c", tools->conf, "--match", "1"), 1);
	assert_has(tools->text[1], "match 1: the moves of this match were pruned");
}

/* Files of records */

#define HEAD "mitaines-record 1\r\ngame mate\r\nseats anna luc\r\n"

static void assert_refused(struct tools *tools, unsigned line, const char *reason)
{
	static const char *const names[] = { "replay", "verify" };
	char wanted[PATH_MAX + 128];
	snprintf(wanted, sizeof wanted, "%s:%u: %s\n", tools->file, line, reason);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(run(tools, names[i], tools->file), 1);
		assert_string_equal(tools->text[1], wanted);
	}
}

TOOLS_CASE(records_with_nul_bytes_are_refused)
{
	static const char zero[] = HEAD "# \0\n";
	folder_write(tools->file, HEAD, sizeof HEAD - 1);
	assert_int_equal(run(tools, "verify", tools->file), 0);
	assert_string_equal(tools->text[0], "total: 0 0\n");
	folder_write(tools->file, HEAD, sizeof HEAD - 3);
	assert_int_equal(run(tools, "replay", tools->file), 0);
	folder_write(tools->file, zero, sizeof zero - 1);
	assert_refused(tools, 4, "bytes that are not text");
}

/* The program has little memory, and reads ten megabytes in one line, then a gigabyte of NULs. */
TOOLS_CASE(endless_lines_in_a_record_are_refused)
{
	size_t size = 10 << 20;
	char *bytes = malloc(size);
	assert_non_null(bytes);
	memset(bytes, '#', size);
	memcpy(bytes, HEAD, sizeof HEAD - 1);
	folder_write(tools->file, bytes, size);
	free(bytes);
	assert_refused(tools, 4, "too long a line");
	folder_write(tools->file, HEAD, sizeof HEAD - 1);
	assert_int_equal(truncate(tools->file, 1 << 30), 0);
	assert_refused(tools, 4, "too long a line");
}

/* The longest valid line ends with LF, CR LF or the end of the file. */
TOOLS_CASE(the_longest_allowed_lines_of_a_record_are_accepted)
{
	static const char *const ends[] = { "\n", "\r\n", "" };
	char file[sizeof HEAD + RECORD_LINE + 4];
	memset(file, '#', sizeof file);
	memcpy(file, HEAD, sizeof HEAD - 1);
	for (unsigned i = 0; i < 3; i++) {
		memcpy(file + sizeof HEAD - 1 + RECORD_LINE, ends[i], strlen(ends[i]));
		folder_write(tools->file, file, sizeof HEAD - 1 + RECORD_LINE + strlen(ends[i]));
		assert_int_equal(run(tools, "replay", tools->file), 0);
	}
	memcpy(file + sizeof HEAD - 1 + RECORD_LINE, "\r#", 2);
	folder_write(tools->file, file, sizeof HEAD - 1 + RECORD_LINE + 2);
	assert_refused(tools, 4, "too long a line");
}

/* Every command prints the same help for -h and --help. */

TOOLS_CASE(every_command_has_a_help_text)
{
	char name[16], usage[32];
	unsigned commands = 0;
	assert_int_equal(run(tools, "help"), 0);
	char *list = strdup(tools->text[0]);
	assert_non_null(list);
	for (const char *line = list; (line = strstr(line, "\n  ")) != NULL; commands++) {
		line += strlen("\n  ");
		snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
		snprintf(usage, sizeof usage, "usage: mitaines %s", name);
		assert_int_equal(run(tools, name, "-h"), 0);
		assert_int_equal(strncmp(tools->text[0], usage, strlen(usage)), 0);
		char *help = strdup(tools->text[0]);
		assert_non_null(help);
		if (run(tools, name, "--help") != 0)
			fail_msg("%s: %s", name, tools->text[1]);
		assert_string_equal(tools->text[0], help);
		assert_string_equal(tools->text[1], "");
		free(help);
	}
	free(list);
	assert_true(commands > 10);
}
