/* store_files.c - locked, read-only, moved and damaged files give a clean error and lose nothing */
#include <sys/stat.h>

#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "tests/world.h"

enum { NOBODY = 65534 };

/* Starts a match with one hand, ready for moves. */
static int64_t ready_match(struct world *world)
{
	const struct store_hand hand = { .hand = 1 };
	int64_t match = run_match(world);
	done(store_add_hand(world->store, match, &hand));
	done(store_commit(world->store));
	return match;
}

/* Makes a move in its own batch. */
static enum store_error make_move(struct world *world, int64_t match, unsigned n)
{
	const struct store_move move = { .n = n, .hand = 1, .player = world->anna, .text = "9C" };
	enum store_error error = store_add_move(world->store, match, &move);
	enum store_error committed = store_commit(world->store);
	if (error)
		assert_int_equal(committed, error);
	return committed;
}

static unsigned moves_stored(struct world *world)
{
	return (unsigned)asked(world, "SELECT count(*) FROM moves");
}

/* Fails unless all acknowledged moves are stored after a refusal, and the match goes on. */
static void check_goes_on(struct world *world, int64_t match, unsigned acknowledged)
{
	assert_int_equal(moves_stored(world), acknowledged);
	done(make_move(world, match, acknowledged + 1));
	world_restart(world);
	assert_int_equal(moves_stored(world), acknowledged + 1);
	assert_int_equal(asked(world,
				 "SELECT count(*) FROM pragma_integrity_check"
				 " WHERE integrity_check = 'ok'"),
		1);
}

WORLD_CASE(a_locked_database_refuses_writes)
{
	int64_t match = ready_match(world);
	struct store_match row;
	done(make_move(world, match, 1));
	sqlite3 *other = sql_open(world->path, "BEGIN IMMEDIATE");
	assert_int_equal(make_move(world, match, 2), STORE_LOCKED);
	assert_int_equal(make_move(world, match, 2), STORE_LOCKED);
	done(store_get_match(world->store, match, &row)); /* reading still works */
	sqlite3_close(other);
	check_goes_on(world, match, 1);
}

/* Opening writes nothing: the schema is current, and the first write comes with the first game. */
WORLD_CASE(a_database_opens_during_a_write)
{
	store_close(world->store);
	world->store = NULL;
	sqlite3 *other = sql_open(world->path, "BEGIN IMMEDIATE");
	done(store_open(world->path, &world->store));
	sqlite3_close(other);
}

/* Opens the database and writes to it. */
static int claim(const char *path)
{
	struct store *store = NULL;
	enum store_error error = store_open(path, &store);
	if (!error) {
		store_set_rank_minimum(store, 77);
		error = store_commit(store);
	}
	store_close(store);
	return (int)error;
}

/* Opens the database and writes to it, as the unprivileged user 65534 if root runs the test. */
static int claim_as_nobody(const char *path)
{
	if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
		return 99;
	return claim(path);
}

WORLD_CASE(only_one_bot_at_a_time_can_open_a_database)
{
	assert_int_equal(elsewhere(claim, world->path), STORE_OWNED);
	store_close(world->store);
	done(elsewhere(claim, world->path));
	done(store_open(world->path, &world->store));
}

/* Makes the files beside the database writable for all. */
static void open_beside(struct world *world)
{
	assert_int_equal(chmod(world_file(world, "test.db-generation"), 0666), 0);
	assert_int_equal(chmod(world_file(world, "test.db-key"), 0666), 0);
}

WORLD_CASE(a_read_only_file_refuses_writes)
{
	store_close(world->store);
	chmod(world->folder, 0777);
	chmod(world->path, 0444);
	assert_int_equal(elsewhere(claim_as_nobody, world->path), STORE_READ_ONLY);
	chmod(world->path, 0000);
	assert_int_equal(elsewhere(claim_as_nobody, world->path), STORE_UNOPENED);
	chmod(world->path, 0666);
	open_beside(world);
	done(elsewhere(claim_as_nobody, world->path));
	done(store_open(world->path, &world->store));
}

WORLD_CASE(a_read_only_folder_refuses_writes)
{
	store_close(world->store);
	world->store = NULL;
	chmod(world->path, 0666);
	chmod(world->folder, 0555);
	int error = elsewhere(claim_as_nobody, world->path);
	assert_true(error == STORE_READ_ONLY || error == STORE_UNOPENED);
	assert_int_equal(elsewhere(claim_as_nobody, world_file(world, "fresh.db")), STORE_UNOPENED);
	chmod(world->folder, 0777);
	open_beside(world);
	done(elsewhere(claim_as_nobody, world->path));
	chmod(world->folder, 0700);
	done(store_open(world->path, &world->store));
}

WORLD_CASE(a_database_file_becomes_private)
{
	static const char *const files[] = { "test.db", "test.db-generation", "test.db.schema-2",
		"test.db-key" };
	struct stat file;
	const char *path = world_file(world, "test.db.schema-2");
	done(store_backup(world->store, path, NULL));
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		path = world_file(world, files[i]);
		assert_int_equal(chmod(path, 0644), 0);
		world_restart(world);
		assert_int_equal(store_get_findings(world->store).privacy, STORE_MADE_PRIVATE);
		assert_int_equal(stat(path, &file), 0);
		assert_int_equal(file.st_mode & 0777, 0600);
	}
	world_restart(world);
	assert_int_equal(store_get_findings(world->store).privacy, STORE_PRIVATE);
}

WORLD_CASE(a_database_that_was_moved_away_works_again_in_its_old_place)
{
	int64_t match = ready_match(world);
	done(make_move(world, match, 1));
	const char *away = world_file(world, "away.db");
	assert_int_equal(rename(world->path, away), 0);
	assert_int_equal(make_move(world, match, 2), STORE_MOVED);
	assert_int_equal(rename(away, world->path), 0);
	check_goes_on(world, match, 1);
}

/* Counts the moves in the files as they are on disk, as after a crash. */
static unsigned moves_on_disk(struct world *world)
{
	static const char *const tails[] = { "", "-wal" };
	char from[PATH_MAX + 8];
	char to[PATH_MAX + 8];
	struct world found;
	unsigned moves;
	folder_file(world->folder, "found.db", found.path);
	for (size_t i = 0; i < 2; i++) {
		snprintf(from, sizeof(from), "%s%s", world->path, tails[i]);
		snprintf(to, sizeof(to), "%s%s", found.path, tails[i]);
		folder_copy(from, to);
	}
	done(store_open_read_only(found.path, false, &found.store));
	moves = moves_stored(&found);
	store_close(found.store);
	return moves;
}

WORLD_CASE(no_move_is_lost_if_the_wal_is_deleted)
{
	int64_t match = ready_match(world);
	const char *log = world_file(world, "test.db-wal");
	const char *index = world_file(world, "test.db-shm");
	for (unsigned n = 1; n <= 9; n += 2) {
		done(make_move(world, match, n));
		assert_int_equal(unlink(log), 0);
		if (n > 4)
			assert_int_equal(unlink(index), 0);
		assert_int_equal(make_move(world, match, n + 1), STORE_UNLOGGED);
		done(make_move(world, match, n + 1));
		assert_int_equal(moves_on_disk(world), n + 1);
	}
	check_goes_on(world, match, 10);
}

/* An empty WAL holds no data of another database, so the store need not wait for its removal. */
WORLD_CASE(no_move_is_lost_if_the_wal_is_emptied)
{
	int64_t match = ready_match(world);
	const char *log = world_file(world, "test.db-wal");
	done(make_move(world, match, 1));
	assert_int_equal(unlink(log), 0);
	folder_write(log, "", 0);
	assert_int_equal(make_move(world, match, 2), STORE_UNLOGGED);
	done(make_move(world, match, 2));
	assert_int_equal(moves_on_disk(world), 2);
	check_goes_on(world, match, 2);
}

WORLD_CASE(a_wal_of_another_database_is_neither_read_nor_removed)
{
	int64_t match = ready_match(world);
	const char *log = world_file(world, "test.db-wal");
	const char *away = world_file(world, "away");
	done(make_move(world, match, 1));
	assert_int_equal(rename(log, away), 0);
	folder_write(log, "not what was written", 20);
	assert_int_equal(make_move(world, match, 2), STORE_UNLOGGED);
	assert_int_equal(make_move(world, match, 2), STORE_UNLOGGED);
	assert_int_equal(unlink(log), 0);
	assert_int_equal(make_move(world, match, 2), STORE_UNLOGGED);
	done(make_move(world, match, 2));
	assert_int_equal(moves_on_disk(world), 2);
	check_goes_on(world, match, 2);
}

WORLD_CASE(no_move_is_lost_if_a_backup_has_the_name_of_a_database_file)
{
	static const char *const parts[] = { "test.db-wal", "test.db-shm", "test.db-generation",
		"test.db-journal", "copy.db-wal" };
	int64_t match = ready_match(world);
	for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		const char *path = world_file(world, parts[i]);
		done(make_move(world, match, i + 1));
		assert_int_equal(store_backup(world->store, path, NULL), STORE_IN_USE);
		assert_int_equal(moves_on_disk(world), i + 1);
	}
	check_goes_on(world, match, 5);
}

/* The path of the backup leads to a configuration, to a link to it, and to a pipe. */
WORLD_CASE(a_backup_replaces_no_file_other_than_a_backup)
{
	const char text[] = "what somebody has written: it is longer than the head of a database, "
			    "and means more to them";
	const char *path = world_file(world, "test.conf");
	folder_write(path, text, strlen(text));
	assert_int_equal(store_backup(world->store, path, NULL), STORE_IN_USE);
	char *kept = folder_read(path, NULL);
	assert_string_equal(kept, text);
	free(kept);
	const char *conn = world_file(world, "link");
	assert_int_equal(symlink(path, conn), 0);
	assert_int_equal(store_backup(world->store, conn, NULL), STORE_IN_USE);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(store_backup(world->store, path, NULL), STORE_IN_USE);
	assert_int_equal(unlink(path), 0);
	/* An empty file, as mktemp makes it. */
	folder_write(path, "", 0);
	done(store_backup(world->store, path, NULL));
	done(store_backup(world->store, path, NULL));
}

WORLD_CASE(a_wal_moved_away_and_back_before_the_next_write_is_used_again)
{
	int64_t match = ready_match(world);
	const char *log = world_file(world, "test.db-wal");
	const char *away = world_file(world, "away");
	done(make_move(world, match, 1));
	assert_int_equal(rename(log, away), 0);
	assert_int_equal(rename(away, log), 0);
	done(make_move(world, match, 2));
	check_goes_on(world, match, 2);
}

/* SQLite itself restarts the WAL, which is normal. */
WORLD_CASE(a_wal_restarted_by_sqlite_is_not_taken_for_a_foreign_one)
{
	int64_t match = ready_match(world);
	done(make_move(world, match, 1));
	asked(world, "PRAGMA wal_checkpoint(TRUNCATE)");
	done(make_move(world, match, 2));
	sqlite3_close(sql_open(world->path, "PRAGMA wal_checkpoint(RESTART)"));
	done(make_move(world, match, 3));
	check_goes_on(world, match, 3);
}

/* Fills a database with a bit of everything and closes it. */
static void fill(struct world *world)
{
	for (int i = 0; i < 12; i++) {
		int64_t match = ready_match(world);
		struct store_change change = { .match = match,
			.person = world->anna,
			.game = "mitaines",
			.preset = "classic",
			.after = { .mu = 25, .sigma = 8, .shown = i } };
		for (unsigned n = 1; n <= 40; n++)
			done(make_move(world, match, n));
		if (i % 3)
			finish_match(world, match, 2000);
		done(store_set_rating(world->store, STORE_SHOWN, &change));
		done(store_commit(world->store));
	}
	store_close(world->store);
	world->store = NULL;
}

/* Calls all reading functions and some writing ones; errors are fine, crashes are not. */
static void use_everything(struct store *store, int64_t network, int64_t person)
{
	struct store_match match = { .id = 0 };
	struct store_seat seats[STORE_SEATS];
	struct store_hand hands[4];
	struct store_move moves[16];
	struct store_place top[20];
	struct store_past past[5];
	struct store_rank rank;
	struct store_meeting meeting;
	struct store_stats stats;
	struct store_preferences preferences;
	char name[STORE_NAME];
	unsigned count = 0;
	int64_t id = 0;
	for (int steps = 0; steps < 20 && store_next_live_match(store, &match) == STORE_OK;
		steps++) {
		store_list_seats(store, match.id, seats, &count);
		store_list_hands(store, match.id, 0, hands, 4, &count);
		store_list_moves(store, match.id, 1, moves, 16, &count);
	}
	store_get_person_name(store, person, name);
	store_find_person_by_name(store, network, "anna", &id);
	store_get_preferences(store, person, &preferences);
	store_get_rank(store, person, "mitaines", &rank);
	store_list_top(store, "mitaines", false, top, 20, &count);
	store_list_top(store, "mitaines", true, top, 20, &count);
	store_list_newcomers(store, "mitaines", 1, top, 20, &count);
	store_get_meeting(store, STORE_SHOWN, person, person + 1, "mitaines", &meeting);
	store_get_stats(store, person, "mitaines", &stats);
	store_list_history(store, person, past, 5, &count);
	store_find_or_add_person(store, network, "new", "new", 1, &id);
	store_set_rank_minimum(store, 3);
	store_set_preference(store, person, STORE_LANG, "fr");
	store_commit(store);
}

static void try_bytes(struct world *world, const char *bytes, size_t size)
{
	struct store *store = NULL;
	folder_write(world->path, bytes, size);
	if (store_open(world->path, &store) == STORE_OK)
		use_everything(store, world->network, world->anna);
	store_close(store);
}

WORLD_CASE(a_truncated_database_never_causes_a_crash)
{
	struct store *store = NULL;
	size_t size;
	fill(world);
	char *bytes = folder_read(world->path, &size);
	for (size_t left = size - 1; left > 0; left = left * 9 / 10)
		try_bytes(world, bytes, left);
	assert_int_equal(truncate(world->path, 50), 0);
	assert_int_equal(store_open(world->path, &store), STORE_DAMAGED);
	try_bytes(world, bytes, size);
	assert_int_equal(truncate(world->path, (off_t)size / 4096 / 2 * 4096), 0);
	assert_int_equal(store_open(world->path, &store), STORE_DAMAGED);
	free(bytes);
}

WORLD_CASE(a_database_with_changed_bytes_never_causes_a_crash)
{
	unsigned random = 7;
	size_t size;
	fill(world);
	char *bytes = folder_read(world->path, &size);
	char *damaged = malloc(size);
	for (int round = 0; round < 300; round++) {
		memcpy(damaged, bytes, size);
		for (int flips = 0; flips < 1 + round % 40; flips++) {
			random = random * 1664525 + 1013904223;
			/* Half of the changes hit the beginning of a page of the database. */
			size_t at = round % 2 ? random % size
					      : (random >> 8) % (size / 4096) * 4096 + random % 64;

			damaged[at] = (char)(damaged[at] ^ (int)(random >> 24 | 1));
		}
		try_bytes(world, damaged, size);
	}
	free(damaged);
	free(bytes);
}

WORLD_CASE(damage_to_the_journal_leaves_the_rest_readable)
{
	size_t page =
		(size_t)asked(world, "SELECT rootpage FROM sqlite_schema WHERE name = 'moves'");
	struct store_move moves[64];
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	size_t size;
	fill(world);
	char *bytes = folder_read(world->path, &size);
	memset(bytes + (page - 1) * 4096, 0xa5, 4096);
	try_bytes(world, bytes, size);
	free(bytes);
	done(store_open(world->path, &world->store));
	assert_int_equal(store_list_moves(world->store, 1, 1, moves, 64, &count), STORE_DAMAGED);
	assert_int_equal(make_move(world, 1, 99), STORE_DAMAGED);
	done(store_end_match(world->store, 1, STORE_SET_ASIDE, 0, NULL, 0, 3000));
	done(store_commit(world->store));
	done(store_list_seats(world->store, 1, seats, &count));
	assert_int_equal(count, 3);
}
