/* store_schema.c - upgrades of older databases; foreign files are left alone */
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "storage/journal.h"
#include "storage/network_data.h"
#include "storage/ratings.h"
#include "storage/trials.h"
#include "tests/world.h"

#define ROOT "x'0101010101010101010101010101010101010101010101010101010101010101'"

/* Rows of the first schema: match 7 has ended, match 8 is running. */
static const char rows[] =
	"INSERT INTO networks VALUES (3, 'local');"
	"INSERT INTO kept VALUES (3, 'since', 's1');"
	"INSERT INTO people (id, network, key, name, named, created, lang) VALUES"
	" (5, 3, 'account anna', 'anna', 10, 10, 'fr'), (6, NULL, 'greedy', 'greedy', 10, 10, "
	"NULL);"
	"INSERT INTO matches (id, network, channel, number, game, preset, options, state, rated,"
	" opened, started, ended, hands) VALUES"
	" (7, 3, '#m', 2, 'mitaines', 'classic', 'target=500', 2, 1, 11, 12, 13, 4),"
	" (8, 3, '#m', 1, 'mitaines', 'classic', '', 1, 1, 21, 22, NULL, 0);"
	"INSERT INTO seats (match, seat, person, player, away, misses, gone, points, won) VALUES"
	" (7, 0, 5, 5, 0, 0, NULL, 510, 1), (7, 1, 6, 6, 0, 0, NULL, 200, "
	"0),"
	" (8, 0, 5, 6, 1, 3, 25, 0, NULL);"
	"INSERT INTO roots VALUES (8, " ROOT ", " ROOT ", 1);"
	"INSERT INTO hands (match, hand, dealer, seed) VALUES (8, 1, 0, zeroblob(32));"
	"INSERT INTO moves VALUES (8, 1, 1, 0, 5, 23, '4D mitten');"
	"INSERT INTO ratings VALUES (5, 'mitaines', 27.5, 8.0, 350, 1, 1, 1, 13);"
	"INSERT INTO rating_history VALUES (5, 7, 25.0, 8.333, 27.5, 8.0);"
	"INSERT INTO figures (person, game, matches, wins, points, hands) VALUES"
	" (5, 'mitaines', 1, 1, 510, 4);";

/* Checks the stored rows. copy: the database counts as a copy, so its running match was set
 * aside. */
static void check_rows(struct store *store, bool copy)
{
	struct store_match match = { .id = 0 };
	struct store_hand hand;
	struct store_move move;
	struct store_rank rank;
	struct store_past past;
	unsigned count = 0;
	assert_int_equal(store_get_findings(store).set_aside, copy);
	assert_int_equal(store_next_live_match(store, &match), copy ? STORE_NONE : STORE_OK);
	done(store_list_hands(store, 8, 1, &hand, 1, &count));
	assert_int_equal(count, 1);
	assert_int_equal(hand.commitment[31], 1);
	done(store_list_moves(store, 8, 1, &move, 1, &count));
	assert_string_equal(move.text, "4D mitten");
	done(store_get_rank(store, 5, "mitaines", &rank));
	assert_int_equal(rank.place, 1);
	assert_int_equal(rank.rating.shown, 350);
	done(store_list_history(store, 5, &past, 1, &count));
	assert_int_equal(past.match, 7);
	assert_string_equal(past.others[0].name, "greedy");
	done(store_get_match(store, 7, &match));
	assert_false(match.hidden);
}

WORLD_CASE(a_database_of_the_first_schema_is_upgraded)
{
	struct store *store = NULL;
	const char *path = world_file(world, "old.db");
	sql_make_first(path, rows);
	for (int times = 0; times < 2; times++) {
		done(store_open(path, &store));
		assert_int_equal(store_get_findings(store).upgraded, times == 0 ? SCHEMA_FIRST : 0);
		check_rows(store, false);
		store_close(store);
	}
}

/* Returns the FNV-1a hash of a text. */
static uint64_t sum_of(const char *text)
{
	uint64_t sum = 0xcbf29ce484222325;
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3;
	return sum;
}

/* Databases keep the text of their schema, so a changed step would differ. */
CASE(the_sql_of_the_schema_never_changes)
{
	static const uint64_t sums[] = { 0xe081c5397aeae7ef, 0xa063ab8729f0540c, 0xd6ee2747a838ee6e,
		0x65e5b0661d6afbad, 0xe3d2e7a5a0352eb2 };
	assert_int_equal(sizeof sums / sizeof sums[0], SCHEMA_NEWEST - SCHEMA_FIRST + 1);
	for (int i = SCHEMA_FIRST; i <= SCHEMA_NEWEST; i++)
		assert_int_equal(sum_of(schema_steps[i]), sums[i - SCHEMA_FIRST]);
}

WORLD_CASE(every_sql_statement_compiles_on_the_newest_schema)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		sqlite3_stmt *statement = NULL;
		const char *rest = NULL;
		assert_int_equal(sqlite3_prepare_v2(handle(world->store), sql_statements[i], -1,
					 &statement, &rest),
			SQLITE_OK);
		assert_non_null(statement);
		assert_string_equal(rest, "");
		sqlite3_finalize(statement);
	}
}

/* The last statement of the step fails after a change. */
WORLD_CASE(upgrades_happen_whole_or_not_at_all)
{
	const char *path = world_file(world, "old.db");
	store_close(world->store);
	sql_make_first(path, "CREATE TABLE jobs (x)");
	assert_int_equal(store_open(path, &world->store), STORE_DAMAGED);
	sqlite3 *db = sql_open(path, "");
	assert_int_equal(sql_number(db, "PRAGMA user_version"), SCHEMA_FIRST);
	assert_int_equal(
		sql_number(db,
			"SELECT count(*) FROM pragma_table_info('settings') WHERE name = 'seal'"),
		0);
	sql_run(db, "DROP TABLE jobs");
	sqlite3_close(db);
	done(store_open(path, &world->store));
	assert_int_equal(asked(world, "PRAGMA user_version"), SCHEMA_NEWEST);
}

/* Fails unless a file still has these bytes, and frees them. */
static void same_file(const char *path, char *before, size_t size)
{
	size_t now;
	char *after = folder_read(path, &now);
	assert_int_equal(now, size);
	assert_memory_equal(before, after, size);
	free(before);
	free(after);
}

/* Fails unless opening fails with this error, and leaves the file and its folder unchanged. */
static void refuse_file(const char *path, enum store_error error)
{
	static const char *const beside[] = { "-wal", "-shm", "-journal" };
	char other[PATH_MAX + 16];
	struct store *store = NULL;
	size_t size;
	char *before = folder_read(path, &size);
	assert_int_equal(store_open(path, &store), error);
	assert_null(store);
	same_file(path, before, size);
	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
		snprintf(other, sizeof(other), "%s%s", path, beside[i]);
		assert_int_equal(access(other, F_OK), -1);
	}
}

WORLD_CASE(databases_of_other_versions_are_left_alone)
{
	static const struct {
		const char *sql;
		enum store_error error;
	} cases[] = { { "PRAGMA user_version = 1000", STORE_NEWER },
		{ "PRAGMA user_version = 18", STORE_OUTDATED },
		{ "PRAGMA user_version = 0", STORE_OUTDATED },
		{ "PRAGMA user_version = -1", STORE_OUTDATED } };
	struct store *store = NULL;
	const char *path = world_file(world, "other.db");
	sql_make_first(path, "");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		sqlite3_close(sql_open(path, cases[i].sql));
		refuse_file(path, cases[i].error);
		assert_int_equal(store_open_read_only(path, true, &store), cases[i].error);
	}
}

WORLD_CASE(foreign_databases_are_left_alone)
{
	static const char *const foreign[] = {
		"CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
		"PRAGMA user_version = 1",
		"PRAGMA application_id = 1; CREATE TABLE notes (text)",
		"PRAGMA application_id = 77",
	};
	const char *path = world_file(world, "foreign.db");
	for (size_t i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
		sqlite3_close(sql_open(path, foreign[i]));
		refuse_file(path, STORE_FOREIGN);
		unlink(path);
	}
}

WORLD_CASE(files_other_than_databases_are_left_alone)
{
	char noise[8192];
	struct store *store = NULL;
	const char *path = world_file(world, "letter.txt");
	folder_write(path, "Dear Anna,\n", 11);
	refuse_file(path, STORE_FOREIGN);
	for (size_t i = 0; i < sizeof(noise); i++)
		noise[i] = (char)(i * i + i / 7);
	folder_write(path, noise, sizeof(noise));
	refuse_file(path, STORE_FOREIGN);
	folder_write(path, "", 0);
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(store_open(world->folder, &store), STORE_FOREIGN);
	assert_int_equal(store_open("/dev/null", &store), STORE_FOREIGN);
	path = world_file(world, "pipe");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(store_open(path, &store), STORE_FOREIGN);
	path = world_file(world, "absent/test.db");
	assert_int_equal(store_open(path, &store), STORE_UNOPENED);
}

/* Returns the schema version of a database file. */
static int64_t version_of(const char *path)
{
	sqlite3 *db = NULL;
	int64_t version;
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	version = sql_number(db, "PRAGMA user_version");
	sqlite3_close(db);
	return version;
}

/* Makes a database of the first schema, and the path of the copy that its upgrade keeps. */
static void make_older(struct world *world, char path[PATH_MAX], char copy[PATH_MAX])
{
	folder_file(world->folder, "old.db", path);
	folder_file(world->folder, "old.db.schema-19", copy);
	sql_make_first(path, rows);
}

WORLD_CASE(a_refused_start_upgrades_nothing)
{
	char path[PATH_MAX];
	char copy[PATH_MAX];
	int owner;
	make_older(world, path, copy);
	owner = open(path, O_RDONLY);
	assert_int_equal(flock(owner, LOCK_EX | LOCK_NB), 0);
	refuse_file(path, STORE_OWNED);
	assert_int_equal(access(copy, F_OK), -1);
	assert_int_equal(version_of(path), SCHEMA_FIRST);
	close(owner);
}

WORLD_CASE(a_reader_upgrades_and_creates_nothing)
{
	char path[PATH_MAX];
	char copy[PATH_MAX];
	struct store *store = NULL;
	size_t size;
	make_older(world, path, copy);
	char *before = folder_read(path, &size);
	assert_int_equal(store_open_read_only(path, false, &store), STORE_OLDER);
	assert_null(store);
	done(store_open_read_only(path, true, &store));
	done(store_backup(store, copy, NULL));
	store_close(store);
	same_file(path, before, size);
	assert_int_equal(version_of(copy), SCHEMA_FIRST);
	folder_file(world->folder, "absent.db", path);
	assert_int_equal(store_open_read_only(path, true, &store), STORE_UNOPENED);
	assert_int_equal(access(path, F_OK), -1);
}

/* Reads a database, and tries to write to it. */
static int read_and_write(const char *path)
{
	struct store *reader = NULL;
	int64_t id = 0;
	enum store_error error = store_open_read_only(path, false, &reader);
	if (!error)
		error = store_find_person(reader, 1, "account anna", &id);
	if (!error &&
		(store_set_rank_minimum(reader, 9) == STORE_OK ||
			store_commit(reader) != STORE_READ_ONLY))
		error = STORE_IO;
	store_close(reader);
	return (int)error;
}

WORLD_CASE(a_reader_cannot_write_to_the_database_of_a_running_bot)
{
	assert_int_equal(world->network, 1);
	done(elsewhere(read_and_write, world->path));
	assert_int_equal(asked(world, "SELECT minimum FROM settings"), 0);
}

WORLD_CASE(a_copy_is_kept_before_an_upgrade)
{
	char path[PATH_MAX];
	char copy[PATH_MAX];
	struct store *store = NULL;
	struct stat file;
	make_older(world, path, copy);
	folder_write(copy, "of an upgrade that was broken off", 33);
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(version_of(path), SCHEMA_NEWEST);
	assert_int_equal(version_of(copy), SCHEMA_FIRST);
	assert_int_equal(stat(copy, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	/* The copy is a whole database; a start on it counts as a copy. */
	done(store_open(copy, &store));
	check_rows(store, true);
	store_close(store);
}

WORLD_CASE(a_database_name_special_to_sqlite_is_still_a_file)
{
	static const char *const names[] = { ":memory:", "file:x.db?mode=memory", "with space.db" };
	char home[PATH_MAX];
	char path[PATH_MAX];
	char *name = malloc(2 * PATH_MAX);
	struct store *store = NULL;
	assert_non_null(getcwd(home, sizeof(home)));
	assert_int_equal(chdir(world->folder), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		done(store_open(names[i], &store));
		store_close(store);
		folder_file(world->folder, names[i], path);
		assert_int_equal(access(path, F_OK), 0);
	}
	memset(name, 'x', 2 * PATH_MAX - 1);
	name[2 * PATH_MAX - 1] = '\0';
	assert_int_equal(store_open(name, &store), STORE_UNOPENED);
	assert_int_equal(chdir(home), 0);
	free(name);
}

/* Forks a process that opens the database once the pipe closes, and exits with the error. */
static pid_t opener(const char *path, const int gate[2])
{
	struct store *store = NULL;
	pid_t child = fork();
	enum store_error error;
	char byte;

	if (child != 0)
		return child;
	close(gate[1]);
	if (read(gate[0], &byte, 1) != 0)
		_exit(99);
	error = store_open(path, &store);
	store_close(store);
	_exit((int)error);
}

WORLD_CASE(two_processes_may_create_a_database_at_once)
{
	char path[PATH_MAX];
	struct store *store = NULL;
	pid_t children[2];
	int gate[2];
	int status = -1;

	for (int round = 0; round < 5; round++) {
		folder_file(world->folder, "fresh.db", path);
		assert_int_equal(pipe(gate), 0);
		children[0] = opener(path, gate);
		children[1] = opener(path, gate);
		close(gate[0]);
		close(gate[1]);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(waitpid(children[i], &status, 0), children[i]);
			/*
			 * One process owns the database. The other finds it owned, or opens it
			 * afterwards.
			 */
			assert_true(WIFEXITED(status) &&
				(WEXITSTATUS(status) == STORE_OK ||
					WEXITSTATUS(status) == STORE_OWNED));
		}
		done(store_open(path, &store));
		done(store_set_rank_minimum(store, 5));
		done(store_commit(store));
		store_close(store);
		unlink(path);
	}
}

/*
 * Every later version opens this backup of 1.0.0: match 1 has ended, match 2 was running, and anna
 * has a password and a try of a deal of the day.
 */
WORLD_CASE(a_database_of_1_0_0_is_opened)
{
	const char *path = world_file(world, "released.db");
	struct store *store = NULL;
	struct store_match match = { .id = 0 };
	struct store_trial trial;
	struct store_try try;
	struct store_move move;
	unsigned count = 0;
	size_t size;
	char *bytes = folder_read("tests/vectors/1.0.0.db", &size);
	folder_write(path, bytes, size);
	free(bytes);
	done(store_open(path, &store));
	assert_int_equal(store_get_findings(store).set_aside, 1);
	assert_int_equal(store_next_live_match(store, &match), STORE_NONE);
	done(store_get_match(store, 1, &match));
	assert_int_equal(match.state, STORE_FINISHED);
	done(store_list_moves(store, 1, 48, &move, 1, &count));
	assert_int_equal(count, 1);
	assert_string_not_equal(move.text, "");
	done(store_find_last_trial(store, STORE_OPEN_DEAL, "2026-11-28", &trial));
	try = (struct store_try){ .id = 0 };
	done(store_next_try(store, trial.id, &try));
	assert_string_equal(try.name, "anna");
	assert_int_equal(try.other, 230);
	assert_string_not_equal(try.moves, "");
	done(store_check_integrity(store));
	store_close(store);
}
