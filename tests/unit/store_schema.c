/* store_schema.c - databases of every age are upgraded, and files that are not ours left alone. */
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/game.h"
#include "storage/journal.h"
#include "storage/kept.h"
#include "storage/leavers.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/proof.h"
#include "storage/ratings.h"
#include "storage/schema.h"
#include "storage/secured.h"
#include "tests/world.h"

enum { VERSIONS_MAX = 16, FILE_MAX = 1 << 20, NOVEMBER_2026 = 1794787200 };

#define ROWS_1 \
	"INSERT INTO networks VALUES (3, 'local');" \
	"INSERT INTO people (id, network, key, name, named, created, lang, cards, via) VALUES " \
	"(5, 3, 'account anna', 'anna', 10, 10, 'fr', NULL, 'notice');" \
	"INSERT INTO people (id, network, key, name, named, created, lang, cards, via) VALUES " \
	"(6, NULL, 'greedy', 'greedy', 10, 10, NULL, NULL, NULL);" \
	"INSERT INTO matches (id, network, channel, number, game, preset, options, state," \
	" rated, opened, started, ended, hands) VALUES (7, 3, '#m', 2, 'mitaines', 'classic', " \
	"'target=500', 2, 1, " \
	"11," \
	" 12, 13, 4);" \
	"INSERT INTO matches (id, network, channel, number, game, preset, options, state," \
	" rated, opened, started, ended, hands) VALUES (8, 3, '#m', 1, 'mitaines', 'classic', " \
	"'', 1, 1, 21, 22, " \
	"NULL," \
	" 0);" \
	"INSERT INTO seats VALUES (7, 0, 5, 5, 0, 0, NULL, 510, 1);" \
	"INSERT INTO seats VALUES (7, 1, 6, 6, 0, 0, NULL, 200, 0);" \
	"INSERT INTO seats VALUES (8, 0, 5, 6, 1, 3, 25, 0, NULL);" \
	"INSERT INTO hands (match, hand, dealer, seed) VALUES (8, 0, 0, zeroblob(32));" \
	"INSERT INTO hands (match, hand, dealer, seed) VALUES (8, 1, 0, zeroblob(32));" \
	"INSERT INTO moves VALUES (8, 1, 1, 0, 5, 23, '4D mitten');" \
	"INSERT INTO ratings VALUES (5, 'mitaines', 27.5, 8.0, 350, 1, 1, 1, 13);" \
	"INSERT INTO rating_history VALUES (5, 7, 25.0, 8.333, 27.5, 8.0);" \
	"INSERT INTO figures (person, game, matches, wins, points, hands) VALUES (5, 'mitaines', " \
	"1, 1, 510, 4);"

#define ROWS_2 "UPDATE people SET notified = 1 WHERE id = 5;"
#define ROWS_3 "INSERT INTO ignores VALUES (3, 'eve!*@*', 'anna', 30);"
#define ROWS_5 \
	"UPDATE hands SET told = 0 WHERE match = 8 AND hand = 1;" \
	"INSERT INTO nonces VALUES (8, 1, 5, 0, 'zebra');"
#define ROWS_4 "UPDATE people SET claim = 'hash', address = 'a@h' WHERE id = 5;"
#define ROWS_6 \
	"UPDATE figures SET streak = 1 WHERE person = 5;" \
	"INSERT INTO tallies VALUES ('week 2', 'mitaines', '', 5, 1, 1, 30);" \
	"INSERT INTO tallies VALUES ('month 1521', 'mitaines', '', 5, 1, 1, 30);" \
	"INSERT INTO tallies VALUES ('month 1522', 'mitaines', '', 5, 1, 1, 40);"
/* Until counts had a table of their own. */
#define FEATS_6 \
	"UPDATE figures SET mittens = 4, gloves = 5, socks = 6, stolen_mittens = 7," \
	" stolen_gloves = 8, stolen_socks = 9, tens = 10 WHERE person = 5;" \
	"INSERT INTO figures (person, game, matches, wins, points, hands, mates)" \
	" VALUES (5, 'mate', 1, 0, 0, 8, 11);"
#define ROWS_7 "UPDATE people SET leaves = 3, deserted = 26 WHERE id = 5;"
#define ROWS_8 \
	"INSERT INTO versus VALUES (5, 6, 1, 1, 0, 510, 200);" \
	"INSERT INTO tallies VALUES ('year 126', 'mitaines', '', 5, 2, 2, 70);"
#define ROWS_9 \
	"UPDATE people SET addressed = 27, home = 'a@old' WHERE id = 5;" \
	"UPDATE settings SET lineage = 7;" \
	"UPDATE people SET expires = NULL WHERE id = 5;"

#define ROWS_10 \
	"INSERT INTO counts VALUES (5, 'mitaines', 'mittens', 4), (5, 'mitaines', 'gloves', 5)," \
	" (5, 'mitaines', 'socks', 6), (5, 'mitaines', 'stolen.mittens', 7)," \
	" (5, 'mitaines', 'stolen.gloves', 8), (5, 'mitaines', 'stolen.socks', 9)," \
	" (5, 'mitaines', 'tens', 10), (5, 'mate', 'mates', 11);"

#define ROWS_11 "INSERT INTO secured VALUES ('irc.example.net', 6697, 1794787200);"

#define ROWS_12 \
	"INSERT INTO roots VALUES (8, x'" ROOT_12 "', x'" ROOT_12 "', 1);" \
	"UPDATE hands SET told = 1 WHERE match = 8;"
#define ROWS_13 "INSERT INTO kept VALUES (3, 'since', 's1');"
#define ROWS_14 "" /* indexes alone */
#define ROWS_15 "UPDATE matches SET pruned = 30 WHERE id = 7;"
#define ROWS_16 \
	"UPDATE settings SET rule = 1; INSERT INTO recount VALUES (7, 5);" \
	"UPDATE matches SET hidden = 1 WHERE id = 7;"
#define ROWS_TO_10 ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5 ROWS_6 ROWS_7 ROWS_8 ROWS_9 ROWS_10
#define ROOT_12    "0101010101010101010101010101010101010101010101010101010101010101"

/*
 * Rows as a program of that schema version left them; the first is for version 1. Each further
 * migration gets rows of its own here beside those before it.
 */
static const char *const fixtures[] = {
	ROWS_1,
	ROWS_1 ROWS_2,
	ROWS_1 ROWS_2 ROWS_3,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5 ROWS_6 FEATS_6,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5 ROWS_6 FEATS_6 ROWS_7,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5 ROWS_6 FEATS_6 ROWS_7 ROWS_8,
	ROWS_1 ROWS_2 ROWS_3 ROWS_4 ROWS_5 ROWS_6 FEATS_6 ROWS_7 ROWS_8 ROWS_9,
	ROWS_TO_10,
	ROWS_TO_10 ROWS_11,
	ROWS_TO_10 ROWS_11 ROWS_12,
	ROWS_TO_10 ROWS_11 ROWS_12 ROWS_13,
	ROWS_TO_10 ROWS_11 ROWS_12 ROWS_13 ROWS_14,
	ROWS_TO_10 ROWS_11 ROWS_12 ROWS_13 ROWS_14 ROWS_15,
	ROWS_TO_10 ROWS_11 ROWS_12 ROWS_13 ROWS_14 ROWS_15 ROWS_16,
};

/* What the columns of counts became. */
static void check_counts(struct store *store, int64_t person, bool kept)
{
	unsigned mitaines[STORE_COUNTS], mate[STORE_COUNTS];
	done(store_counts(store, person, "mitaines", game_named("mitaines")->stats, mitaines));
	done(store_counts(store, person, "mate", game_named("mate")->stats, mate));
	for (unsigned i = 0; i < 7; i++)
		assert_int_equal(mitaines[i], kept ? 4 + i : 0);
	assert_int_equal(mate[0], kept ? 11 : 0);
}

/* A match that runs goes on as it began: with a root, or without. */
static void check_root(struct store *store, const struct store_hand *hand, bool there)
{
	struct store_root root;
	assert_int_equal(store_root_of(store, 8, &root), there ? STORE_OK : STORE_NONE);
	if (there) {
		assert_int_equal(hand->commitment[31], 1);
		assert_int_equal(root.told, STORE_TOLD_COMMITMENT);
	}
}

/* The value that network 3 keeps; a copy also has the mark of a restored one, sorted before it. */
static void check_kept(struct store *store, bool there)
{
	char name[STORE_KEPT_NAME], value[STORE_KEPT];
	assert_int_equal(store_kept(store, 3, STORE_KEPT_RESTORED, name, value),
		there ? STORE_OK : STORE_NONE);
	if (there)
		assert_string_equal(value, "s1");
}

static void check_fixtures(struct store *store, int version)
{
	struct store_preferences preferences;
	struct store_match match = { .id = 0 };
	struct store_seat seats[STORE_SEATS];
	struct store_move move;
	struct store_hand hands[2];
	struct store_rank rank;
	struct store_stats stats;
	struct store_past past;
	struct store_versus versus;
	struct store_place place;
	struct store_proof proof;
	struct store_leaver leaver;
	struct store_rival rival;
	bool copy = store_findings(store).set_aside > 0; /* it goes on without its match */
	unsigned count = 0, port = 0;
	int64_t anna = 0;
	done(store_person_known(store, 3, "account anna", &anna));
	assert_int_equal(anna, 5);
	done(store_preferences(store, anna, &preferences));
	assert_string_equal(preferences.lang, "fr");
	assert_string_equal(preferences.via, "notice");
	done(store_proof(store, anna, &proof));
	assert_string_equal(proof.claim, version >= 4 ? "hash" : "");
	assert_string_equal(proof.address, version >= 4 ? "a@h" : "");
	assert_string_equal(proof.home, version >= 9 ? "a@old" : "");
	assert_int_equal(proof.addressed, version >= 9 ? 27 : 0);
	assert_true(proof.played);
	done(store_leaver(store, anna, &leaver));
	assert_int_equal(leaver.leaves, version >= 7 ? 3 : 0);
	assert_int_equal(store_live(store, &match), copy ? STORE_NONE : STORE_OK);
	assert_int_equal(match.id, copy ? 0 : 8);
	done(store_seats_of(store, 8, seats, &count));
	assert_int_equal(count, 1);
	assert_string_equal(seats[0].player.name, "greedy");
	assert_int_equal(seats[0].left, 25);
	done(store_hands_of(store, 8, 0, hands, 2, &count));
	assert_int_equal(count, version >= 12 ? 2 : 0);
	check_root(store, &hands[1], version >= 12);
	done(store_moves_of(store, 8, 1, &move, 1, &count));
	assert_int_equal(count, 1);
	assert_string_equal(move.text, "4D mitten");
	done(store_rank(store, anna, "mitaines", &rank));
	assert_int_equal(rank.place, 1);
	assert_int_equal(rank.rating.shown, 350);
	done(store_versus(store, 6, anna, &versus));
	assert_int_equal(versus.matches, 1);
	assert_int_equal(versus.wins[1], 1);
	assert_int_equal(versus.points[0], 200);
	done(store_rivals(store, anna, &rival, 1, &count));
	assert_int_equal(count, 1);
	assert_int_equal(rival.versus.points[0], 510);
	done(store_tally(store, &(struct store_span){ "mitaines", "", STORE_YEAR, NOVEMBER_2026 },
		false, &place, 1, &count));
	assert_int_equal(count, version >= 6);
	assert_int_equal(version >= 6 ? place.shown : 70, 70);
	done(store_stats(store, anna, "mitaines", &stats));
	assert_int_equal(stats.points, 510);
	check_counts(store, anna, version >= 6);
	assert_int_equal(store_secured(store, "irc.example.net", 1, &port),
		version >= 11 ? STORE_OK : STORE_NONE);
	check_kept(store, version >= 13);
	done(store_match(store, 7, &match));
	assert_int_equal(match.pruned, version >= 15 ? 30 : 0);
	assert_int_equal(match.hidden, version >= 16);
	done(store_history(store, anna, &past, 1, &count));
	assert_int_equal(past.match, 7);
	assert_string_equal(past.others[0].name, "greedy");
}

static int version_count(void)
{
	int count = 0;
	while (schema_migrations[count])
		count++;
	return count;
}

/* A database as a program that knew only the first `version` migrations made it. */
static void make_version(const char *path, int version, const char *rows)
{
	const char *known[VERSIONS_MAX + 1] = { NULL };
	struct sqlite old = { .database.driver = &sqlite_driver, .claim = -1 };
	for (int i = 0; i < version; i++)
		known[i] = schema_migrations[i];
	assert_int_equal(sqlite3_open(path, &old.db), SQLITE_OK);
	done(schema_identify(&old.database, known));
	done(schema_upgrade(&old.database, known));
	if (rows)
		assert_int_equal(sqlite3_exec(old.db, rows, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(old.db);
}

static void test_every_version_is_upgraded(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	char name[32];
	struct store *store = NULL;
	assert_true(version_count() <= VERSIONS_MAX);
	assert_int_equal(version_count(), sizeof(fixtures) / sizeof(*fixtures));
	for (int version = 1; version <= (int)(sizeof(fixtures) / sizeof(*fixtures)); version++) {
		snprintf(name, sizeof(name), "old%d.db", version);
		folder_file(world->folder, name, path);
		make_version(path, version, fixtures[version - 1]);
		for (int times = 0; times < 2; times++) {
			done(store_open(path, &store));
			assert_int_equal(store_findings(store).set_aside, 0);
			check_fixtures(store, version);
			store_close(store);
		}
	}
}

/* FNV-1a. */
static uint64_t sum_of(const char *text)
{
	uint64_t sum = 0xcbf29ce484222325;
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3;
	return sum;
}

/* Databases keep their text: one of a released program would differ from a new one. */
static void test_released_steps_of_the_schema_never_change(void **state)
{
	static const uint64_t released[] = { 0x813173568d2a6dc3, 0x6d5d4e6151d9f0af,
		0x779962c6fbf01888, 0xe852a9194c3906f9, 0xf44c7254e38a5c10, 0x39567b40c3890be4,
		0xb20103f43356de26, 0xab04ef3a5b57a258, 0xc99eaab62a231616, 0x94773eeb4ec58ec8,
		0xfabbeea5ec704d9c, 0x7d9e2147a399d6df, 0xd4da7513aa677aef, 0xd972c8f894039185,
		0xdef999ccdd9bc966, 0x482ac128d57e0b43 };
	const int count = (int)(sizeof(released) / sizeof(*released));
	(void)state;
	assert_int_equal(count, version_count());
	for (int i = 0; i < count; i++)
		assert_int_equal(sum_of(schema_migrations[i]), released[i]);
}

static void test_every_statement_is_one_that_the_database_understands(void **state)
{
	struct world *world = *state;
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

static void test_who_only_passed_by_before_is_known_after_an_upgrade(void **state)
{
	static const char rows[] =
		"INSERT INTO people (id, network, key, name, named, created, lang) VALUES"
		" (10, 3, 'eve', 'eve', 1, 1, NULL), (11, 3, 'rose', 'rose', 1, 1, 'fr'),"
		" (12, 3, 'marc', 'marc', 1, 1, NULL), (13, 3, 'luc', 'luc', 1, 1, NULL);"
		/* A table nobody started; a match whose seat is somebody else's by now. */
		"INSERT INTO matches (id, network, channel, number, game, preset, options, state,"
		" rated, opened, started, hands) VALUES"
		" (20, 3, '#m', 1, 'mitaines', 'classic', '', 3, 0, 1, NULL, 0),"
		" (21, 3, '#m', 1, 'mitaines', 'classic', '', 3, 0, 1, 2, 1);"
		"INSERT INTO seats VALUES (20, 0, 10, 10, 0, 0, NULL, 0, NULL),"
		" (21, 0, 12, 12, 0, 0, NULL, 0, 0);"
		"INSERT INTO hands (match, hand, dealer, seed) VALUES (21, 1, 0, zeroblob(32));"
		"INSERT INTO moves VALUES (21, 1, 1, 0, 13, 1, '4D');";
	struct world *world = *state;
	char path[PATH_MAX];

	folder_file(world->folder, "old.db", path);
	make_version(path, 8, ROWS_1);
	store_close(world->store);
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, rows, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	done(store_open(path, &world->store));
	assert_int_equal(asked(world,
				 "SELECT group_concat(id) = '10,11' FROM"
				 " (SELECT id FROM people WHERE expires IS NOT NULL"
				 " ORDER BY id)"),
		1);
	assert_int_equal(
		asked(world, "SELECT (max(expires) - min(expires)) / 86400 FROM people"), 335);
	assert_int_equal(asked(world, "SELECT count(*) FROM seats WHERE match = 20"), 0);
	assert_int_equal(asked(world, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

static void execute(sqlite3 *db, const char *sql)
{
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void test_upgrades_happen_whole_or_not_at_all(void **state)
{
	struct world *world = *state;
	const char *const one[] = { "CREATE TABLE a (x)", NULL };
	const char *const broken[] = { "CREATE TABLE a (x)", "INSERT INTO a VALUES (1)",
		"CREATE TABLE b (y); INSERT INTO nowhere VALUES (1)", NULL };
	const char *const three[] = { "CREATE TABLE a (x)", "INSERT INTO a VALUES (1)",
		"CREATE TABLE b (y); INSERT INTO b SELECT x + 1 FROM a", NULL };
	char path[PATH_MAX];
	struct sqlite steps = { .database.driver = &sqlite_driver, .claim = -1 };
	struct database *database = &steps.database;
	folder_file(world->folder, "steps.db", path);
	assert_int_equal(sqlite3_open(path, &steps.db), SQLITE_OK);
	done(schema_upgrade(database, one));
	assert_int_equal(sql_number(steps.db, "PRAGMA user_version"), 1);
	assert_int_equal(schema_upgrade(database, broken), STORE_DAMAGED);
	assert_int_equal(sql_number(steps.db, "PRAGMA user_version"), 1);
	assert_int_equal(sql_number(steps.db, "SELECT count(*) FROM a"), 0);
	assert_int_equal(sql_number(steps.db, "SELECT count(*) FROM sqlite_schema"), 1);
	done(schema_upgrade(database, three));
	assert_int_equal(sql_number(steps.db, "PRAGMA user_version"), 3);
	assert_int_equal(sql_number(steps.db, "SELECT y FROM b"), 2);
	done(schema_identify(database, three));
	assert_int_equal(schema_identify(database, one), STORE_NEWER);
	sqlite3_close(steps.db);
}

static size_t file_read(const char *path, char bytes[FILE_MAX])
{
	FILE *file = fopen(path, "rb");
	size_t size;
	assert_non_null(file);
	size = fread(bytes, 1, FILE_MAX, file);
	fclose(file);
	return size;
}

static void file_write(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Opening must fail and leave the file and its folder as they were. */
static void refuse_file(const char *path, enum store_error error)
{
	static const char *const beside[] = { "-wal", "-shm", "-journal" };
	char *before = malloc(FILE_MAX);
	char *after = malloc(FILE_MAX);
	char other[PATH_MAX + 16];
	struct store *store = NULL;
	size_t size = file_read(path, before);
	assert_int_equal(store_open(path, &store), error);
	assert_null(store);
	assert_int_equal(file_read(path, after), size);
	assert_memory_equal(before, after, size);
	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
		snprintf(other, sizeof(other), "%s%s", path, beside[i]);
		assert_int_equal(access(other, F_OK), -1);
	}
	free(before);
	free(after);
}

static void test_a_newer_database_is_left_alone(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	char sql[64];
	sqlite3 *db = NULL;
	folder_file(world->folder, "newer.db", path);
	make_version(path, version_count(), NULL);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", version_count() + 1);
	execute(db, sql);
	sqlite3_close(db);
	refuse_file(path, STORE_NEWER);
}

static void test_foreign_databases_are_left_alone(void **state)
{
	static const char *const foreign[] = {
		"CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
		"PRAGMA user_version = 1",
		"PRAGMA application_id = 1; CREATE TABLE notes (text)",
		"PRAGMA application_id = 77",
	};
	struct world *world = *state;
	char path[PATH_MAX];
	sqlite3 *db = NULL;
	folder_file(world->folder, "foreign.db", path);
	for (size_t i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
		assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
		execute(db, foreign[i]);
		sqlite3_close(db);
		refuse_file(path, STORE_FOREIGN);
		unlink(path);
	}
}

static void test_other_files_are_left_alone(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	char noise[8192];
	struct store *store = NULL;
	folder_file(world->folder, "letter.txt", path);
	file_write(path, "Dear Anna,\n", 11);
	refuse_file(path, STORE_FOREIGN);
	for (size_t i = 0; i < sizeof(noise); i++)
		noise[i] = (char)(i * i + i / 7);
	file_write(path, noise, sizeof(noise));
	refuse_file(path, STORE_FOREIGN);
	file_write(path, "", 0);
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(store_open(world->folder, &store), STORE_FOREIGN);
	assert_int_equal(store_open("/dev/null", &store), STORE_FOREIGN);
	folder_file(world->folder, "pipe", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(store_open(path, &store), STORE_FOREIGN);
	folder_file(world->folder, "absent/test.db", path);
	assert_int_equal(store_open(path, &store), STORE_UNOPENED);
}

/* The schema of the database file at path. */
static int64_t version_of(const char *path)
{
	sqlite3 *db = NULL;
	int64_t version;
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	version = sql_number(db, "PRAGMA user_version");
	sqlite3_close(db);
	return version;
}

/* A database of the schema before the last, and the name of the copy that its upgrade keeps. */
static void make_older(struct world *world, char path[PATH_MAX], char copy[PATH_MAX])
{
	const int version = (int)(sizeof(fixtures) / sizeof(*fixtures)) - 1;
	char name[32];
	folder_file(world->folder, "old.db", path);
	make_version(path, version, fixtures[version - 1]);
	snprintf(name, sizeof(name), "old.db.schema-%d", version);
	folder_file(world->folder, name, copy);
}

static void test_a_refused_start_upgrades_nothing(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	char copy[PATH_MAX];
	int owner;
	make_older(world, path, copy);
	owner = open(path, O_RDONLY);
	assert_int_equal(flock(owner, LOCK_EX | LOCK_NB), 0);
	refuse_file(path, STORE_OWNED);
	assert_int_equal(access(copy, F_OK), -1);
	assert_int_equal(version_of(path), version_count() - 1);
	close(owner);
}

static void test_who_reads_upgrades_and_creates_nothing(void **state)
{
	struct world *world = *state;
	char *before = malloc(FILE_MAX);
	char *after = malloc(FILE_MAX);
	char path[PATH_MAX];
	char copy[PATH_MAX];
	struct store *store = NULL;
	size_t size;
	make_older(world, path, copy);
	size = file_read(path, before);
	assert_int_equal(store_read(path, false, &store), STORE_OLDER);
	assert_null(store);
	done(store_read(path, true, &store));
	done(store_backup(store, copy));
	store_close(store);
	assert_int_equal(file_read(path, after), size);
	assert_memory_equal(before, after, size);
	assert_int_equal(version_of(copy), version_count() - 1);
	folder_file(world->folder, "absent.db", path);
	assert_int_equal(store_read(path, true, &store), STORE_UNOPENED);
	assert_int_equal(access(path, F_OK), -1);
	free(before);
	free(after);
}

static void test_the_owner_is_read_and_not_written_to(void **state)
{
	struct world *world = *state;
	struct store *reader = NULL;
	int64_t id = 0;
	int status = -1;
	pid_t child = fork();

	if (child == 0) {
		enum store_error error = store_read(world->path, false, &reader);
		if (!error)
			error = store_person_known(reader, world->network, "account anna", &id);
		if (!error &&
			(store_minimum(reader, 9) == STORE_OK ||
				store_commit(reader) != STORE_READ_ONLY))
			error = STORE_IO;
		store_close(reader);
		_exit((int)error);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), STORE_OK);
	assert_int_equal(asked(world, "SELECT minimum FROM settings"), 0);
}

static void test_a_copy_is_kept_before_an_upgrade(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	char copy[PATH_MAX];
	struct store *store = NULL;
	struct stat file;
	make_older(world, path, copy);
	file_write(copy, "of an upgrade that was broken off", 33);
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(version_of(path), version_count());
	assert_int_equal(version_of(copy), version_count() - 1);
	assert_int_equal(stat(copy, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	/* It is the whole database: a start on it goes the same way, as one on a copy. */
	done(store_open(copy, &store));
	assert_int_equal(store_findings(store).set_aside, 1);
	check_fixtures(store, version_count() - 1);
	store_close(store);
}

static void test_without_room_for_a_copy_nothing_is_upgraded(void **state)
{
	struct world *world = *state;
	struct rlimit limit;
	char path[PATH_MAX];
	char copy[PATH_MAX];
	struct store *store = NULL;
	make_older(world, path, copy);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = 40960;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(store_open(path, &store), STORE_UNCOPIED);
	limit.rlim_cur = limit.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(access(copy, F_OK), -1);
	assert_int_equal(version_of(path), version_count() - 1);
	done(store_open(path, &store));
	store_close(store);
	assert_int_equal(version_of(path), version_count());
}

static void test_names_are_always_files(void **state)
{
	struct world *world = *state;
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

/* A program that opens the database when the pipe is closed; exits with the error. */
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

static void test_two_programs_may_create_it_at_once(void **state)
{
	struct world *world = *state;
	char path[PATH_MAX];
	struct store *store = NULL;
	pid_t children[2];
	int gate[2];
	int status = -1;

	for (int round = 0; round < 20; round++) {
		folder_file(world->folder, "fresh.db", path);
		assert_int_equal(pipe(gate), 0);
		children[0] = opener(path, gate);
		children[1] = opener(path, gate);
		close(gate[0]);
		close(gate[1]);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(waitpid(children[i], &status, 0), children[i]);
			/* One of them owns it; the other comes too late, or after it. */
			assert_true(WIFEXITED(status) &&
				(WEXITSTATUS(status) == STORE_OK ||
					WEXITSTATUS(status) == STORE_OWNED));
		}
		done(store_open(path, &store));
		done(store_minimum(store, 5));
		done(store_commit(store));
		store_close(store);
		unlink(path);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_make, world_end)
	const struct CMUnitTest tests[] = {
		TEST(test_every_version_is_upgraded),
		TEST(test_released_steps_of_the_schema_never_change),
		TEST(test_every_statement_is_one_that_the_database_understands),
		TEST(test_who_only_passed_by_before_is_known_after_an_upgrade),
		TEST(test_upgrades_happen_whole_or_not_at_all),
		TEST(test_a_newer_database_is_left_alone),
		TEST(test_foreign_databases_are_left_alone),
		TEST(test_other_files_are_left_alone),
		TEST(test_a_refused_start_upgrades_nothing),
		TEST(test_who_reads_upgrades_and_creates_nothing),
		TEST(test_the_owner_is_read_and_not_written_to),
		TEST(test_a_copy_is_kept_before_an_upgrade),
		TEST(test_without_room_for_a_copy_nothing_is_upgraded),
		TEST(test_names_are_always_files),
		TEST(test_two_programs_may_create_it_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
