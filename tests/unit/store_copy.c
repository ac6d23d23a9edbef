/* store_copy.c - a restored or copied database never deals a hand whose seed may be public */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/copy.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/network_data.h"
#include "tests/world.h"

/* Deals a match with a hand in play; the seeds of the draw and the hand are committed. */
static int64_t deal_match(struct world *world)
{
	int64_t match = run_match(world);
	for (unsigned hand = 0; hand < 3; hand++) {
		const struct store_hand row = { .hand = hand };
		done(store_add_hand(world->store, match, &row));
	}
	done(store_deal_hand(world->store, match, 0, 0));
	done(store_deal_hand(world->store, match, 1, 0));
	done(store_commit(world->store));
	return match;
}

/* Deals hand 2, which makes the seed of hand 1 public. */
static void deal_next(struct world *world, int64_t match)
{
	done(store_deal_hand(world->store, match, 2, 1));
	done(store_commit(world->store));
}

static void make_move(struct world *world, int64_t match, unsigned n)
{
	const struct store_move move = { .n = n, .hand = 1, .player = world->anna, .text = "9C" };
	done(store_add_move(world->store, match, &move));
	done(store_commit(world->store));
}

/* Closes the database and copies it, as `cp` does. Returns the path of the copy. */
static const char *keep(struct world *world, const char *name)
{
	const char *copy = world_file(world, name);
	store_close(world->store);
	folder_copy(world->path, copy);
	done(store_open(world->path, &world->store));
	return copy;
}

static void put_back(struct world *world, const char *copy)
{
	store_close(world->store);
	folder_copy(copy, world->path);
	done(store_open(world->path, &world->store));
}

static enum store_state state_of(struct world *world, int64_t match)
{
	struct store_match row;
	done(store_get_match(world->store, match, &row));
	return row.state;
}

static void assert_set_aside(struct world *world, int64_t match, unsigned matches)
{
	assert_int_equal(state_of(world, match), STORE_SET_ASIDE);
	assert_int_equal(store_get_findings(world->store).set_aside, matches);
	/* From now on the restored database counts as the original, so a match that begins now goes
	 * on after a restart. */
	match = deal_match(world);
	world_restart(world);
	assert_int_equal(state_of(world, match), STORE_RUNNING);
	assert_int_equal(store_get_findings(world->store).set_aside, 0);
}

WORLD_CASE(a_restored_backup_deals_no_hand_again)
{
	int64_t open = open_match(world, 2);
	int64_t match = deal_match(world);
	const char *copy = world_file(world, "copy.db");
	done(store_backup(world->store, copy, NULL));
	put_back(world, copy);
	assert_int_equal(state_of(world, open), STORE_SET_ASIDE);
	assert_set_aside(world, match, 2);
}

WORLD_CASE(a_file_copied_by_hand_is_detected)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	deal_next(world, match);
	put_back(world, copy);
	assert_set_aside(world, match, 1);
}

/* Returns true if the store has marked the network's data as restored from a copy. */
static bool is_restored(struct world *world)
{
	char name[STORE_DATA_NAME], value[STORE_DATA_VALUE];
	return store_next_network_data(world->store, world->network, "restore", name, value) ==
		STORE_OK &&
		strcmp(name, STORE_KEPT_RESTORED) == 0;
}

WORLD_CASE(a_network_is_told_that_its_data_comes_from_a_restored_copy)
{
	done(store_set_network_data(world->store, world->network, "since", "s1"));
	done(store_commit(world->store));
	world_restart(world);
	assert_false(is_restored(world));
	const char *copy = keep(world, "copy.db");
	done(store_set_network_data(world->store, world->network, "since", "s2"));
	done(store_commit(world->store));
	put_back(world, copy);
	assert_true(is_restored(world));
	/* The mark stays until the network clears it. */
	world_restart(world);
	assert_true(is_restored(world));
	done(store_set_network_data(world->store, world->network, STORE_KEPT_RESTORED, NULL));
	done(store_commit(world->store));
	world_restart(world);
	assert_false(is_restored(world));
	copy = world_file(world, "backup.db");
	done(store_backup(world->store, copy, NULL));
	put_back(world, copy);
	assert_true(is_restored(world));
}

/* The generation file is empty or truncated. */
WORLD_CASE(an_invalid_generation_file_counts_as_absent)
{
	static const char *const notes[] = { "", "0000000000000001",
		"zzzzzzzzzzzzzzzz 0000000000000001\n", "0000000000000001 zzzzzzzzzzzzzzzz\n" };
	const char *note = world_file(world, "test.db-generation");
	for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++) {
		int64_t match = deal_match(world);
		store_close(world->store);
		folder_write(note, notes[i], strlen(notes[i]));
		done(store_open(world->path, &world->store));
		assert_set_aside(world, match, i == 0 ? 1 : 2);
	}
}

/* The copy was made before the first seed was published. */
WORLD_CASE(a_copy_from_before_the_first_published_seed_is_detected)
{
	int64_t open = open_match(world, 2);
	done(store_commit(world->store));
	const char *copy = keep(world, "copy.db");
	deal_next(world, deal_match(world));
	put_back(world, copy);
	assert_int_equal(state_of(world, open), STORE_SET_ASIDE);
}

/* The generation file was lost before the first seed was published. */
WORLD_CASE(a_new_database_without_its_generation_file_is_a_copy)
{
	const char *note = world_file(world, "test.db-generation");
	int64_t open = open_match(world, 2);
	done(store_commit(world->store));
	assert_int_equal(asked(world, "SELECT generation FROM settings"), 1);
	store_close(world->store);
	assert_int_equal(unlink(note), 0);
	done(store_open(world->path, &world->store));
	assert_int_equal(state_of(world, open), STORE_SET_ASIDE);
}

/* The first start writes the generation file before it commits, so the file may be ahead of the
 * database. */
WORLD_CASE(a_killed_first_start_is_not_taken_for_a_copy)
{
	int64_t open = open_match(world, 2);
	done(store_commit(world->store));
	sql_run(handle(world->store), "UPDATE settings SET generation = 0");
	world_restart(world);
	assert_int_equal(state_of(world, open), STORE_OPEN);
	assert_int_equal(asked(world, "SELECT generation FROM settings"), 1);
}

WORLD_CASE(a_match_that_ended_after_the_copy_is_not_played_again)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	done(store_end_match(world->store, match, STORE_STOPPED, 1, NULL, 0, 2000));
	done(store_commit(world->store));
	put_back(world, copy);
	assert_set_aside(world, match, 1);
}

WORLD_CASE(a_database_at_another_path_is_a_copy)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	store_close(world->store);
	const char *key = world_file(world, "test.db-key");
	const char *other = world_file(world, "copy.db-key");
	folder_copy(key, other);
	done(store_open(copy, &world->store));
	assert_int_equal(state_of(world, match), STORE_SET_ASIDE);
	world_restart(world);
	assert_int_equal(state_of(world, match), STORE_RUNNING);
}

/* The copy goes on in the place of the original, and then the original comes back. */
WORLD_CASE(an_original_put_back_after_its_copy_counts_as_a_copy)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	deal_next(world, match);
	const char *original = keep(world, "original.db");
	put_back(world, copy);
	put_back(world, original);
	assert_set_aside(world, match, 1);
}

WORLD_CASE(a_copy_made_before_any_seed_was_public_keeps_its_matches)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	make_move(world, match, 1);
	put_back(world, copy);
	assert_int_equal(state_of(world, match), STORE_RUNNING);
}

/* The process is killed after the commit and before it writes the generation file. */
WORLD_CASE(a_crash_before_writing_the_generation_file_makes_no_copy)
{
	int64_t match = deal_match(world);
	const char *beside = world_file(world, "test.db-generation");
	const char *older = world_file(world, "older");
	folder_copy(beside, older);
	deal_next(world, match);
	folder_copy(older, beside);
	world_restart(world);
	assert_int_equal(state_of(world, match), STORE_RUNNING);
}

WORLD_CASE(a_move_without_a_new_seed_writes_no_generation_file)
{
	int64_t match = deal_match(world);
	const char *beside = world_file(world, "test.db-generation");
	assert_int_equal(unlink(beside), 0);
	make_move(world, match, 1);
	assert_int_equal(access(beside, F_OK), -1);
	deal_next(world, match);
	assert_int_equal(access(beside, F_OK), 0);
}

WORLD_CASE(a_batch_that_is_rolled_back_publishes_no_seed)
{
	int64_t match = deal_match(world);
	const char *copy = keep(world, "copy.db");
	done(store_deal_hand(world->store, match, 2, 1));
	store_rollback(world->store);
	make_move(world, match, 1);
	put_back(world, copy);
	assert_int_equal(state_of(world, match), STORE_RUNNING);
}

WORLD_CASE(a_start_that_cannot_write_the_generation_file_is_refused)
{
	struct store *store = NULL;
	const char *path = world_file(world, "fresh.db");
	const char *beside = world_file(world, "fresh.db-generation");
	assert_int_equal(mkdir(beside, 0700), 0);
	assert_int_equal(store_open(path, &store), STORE_UNNOTED);
	assert_int_equal(rmdir(beside), 0);
	done(store_open(path, &store));
	store_close(store);
}

/* Counts the files of the folder with this prefix. */
static unsigned files_named(const struct world *world, const char *begin)
{
	DIR *files = opendir(world->folder);
	unsigned count = 0;
	assert_non_null(files);
	for (struct dirent *file; (file = readdir(files)) != NULL;)
		count += strncmp(file->d_name, begin, strlen(begin)) == 0;
	closedir(files);
	return count;
}

/* The header of the copy says that it has no WAL, so it can be read from a read-only folder. */
WORLD_CASE(a_copy_of_the_database_is_a_single_file)
{
	const char *copy = world_file(world, "copy.db");
	done(store_backup(world->store, copy, NULL));
	char *bytes = folder_read(copy, NULL);
	assert_int_equal(bytes[18], 1);
	assert_int_equal(bytes[19], 1);
	free(bytes);
	assert_int_equal(files_named(world, "copy.db"), 1);
}

/* One path is relative to the working folder, one is on another disk, and one names the open
 * database. */
WORLD_CASE(a_copy_is_written_to_the_given_path_and_nowhere_else)
{
	char before[PATH_MAX];
	assert_non_null(getcwd(before, sizeof(before)));
	assert_int_equal(chdir(world->folder), 0);
	done(store_backup(world->store, "b", NULL));
	done(store_backup(world->store, "b", NULL));
	assert_int_equal(chdir(before), 0);
	const char *copy = world_file(world, "b");
	assert_int_equal(access(copy, F_OK), 0);
	assert_int_equal(store_backup(world->store, "/proc/version", NULL), STORE_IN_USE);
	/* `other.db` is another name of the open database, without a WAL beside it. */
	copy = world_file(world, "other.db");
	assert_int_equal(link(world->path, copy), 0);
	assert_int_equal(store_backup(world->store, copy, NULL), STORE_IN_USE);
}

WORLD_CASE(a_copy_can_be_written_to_another_file_system)
{
	char copy[] = "/dev/shm/mitaines-copy.XXXXXX";
	struct stat written;
	if (access("/dev/shm", W_OK) != 0)
		skip();
	int fd = mkstemp(copy);
	assert_true(fd >= 0);
	close(fd);
	enum store_error error = store_backup(world->store, copy, NULL);
	assert_int_equal(stat(copy, &written), 0);
	unlink(copy);
	done(error);
	assert_true(written.st_size > 0);
}

WORLD_CASE(a_database_with_a_copy_in_use_is_not_upgraded)
{
	struct store *other;
	const char *copy = world_file(world, "test.db.schema-19");
	done(store_open(copy, &other));
	sql_run(handle(world->store), "PRAGMA user_version = 19");
	store_close(world->store);
	assert_int_equal(store_open(world->path, &world->store), STORE_UNCOPIED);
	store_close(other);
}

/* Makes a database with the WAL of a killed process. */
static const char *make_left(struct world *world, const char *name)
{
	static const char *const tails[] = { "", "-wal", "-shm" };
	char from[PATH_MAX], to[PATH_MAX];
	for (unsigned i = 0; i < 3; i++) {
		snprintf(from, sizeof from, "%.*s%s", PATH_MAX - 8, world->path, tails[i]);
		snprintf(to, sizeof to, "%.*s/%s%s", PATH_MAX - 32, world->folder, name, tails[i]);
		folder_copy(from, to);
	}
	return world_file(world, name);
}

/* Locks on the target show that a process uses it; a WAL beside it does not. */
WORLD_CASE(a_copy_replaces_a_database_whose_program_was_killed)
{
	struct store *store;
	int64_t match = deal_match(world);
	const char *path = make_left(world, "left.db");
	const char *log = world_file(world, "left.db-wal");
	make_move(world, match, 1);
	done(store_backup(world->store, path, NULL));
	assert_int_equal(files_named(world, "left.db"), 1);
	done(store_open_read_only(path, false, &store));
	assert_int_equal(sql_number(handle(store), "SELECT count(*) FROM moves"), 1);
	store_close(store);
	/* The database is gone, so its WAL may belong to a database that is in use under another
	 * name. */
	unlink(path);
	folder_write(log, "log", 3);
	assert_int_equal(store_backup(world->store, path, NULL), STORE_UNOPENED);
	unlink(log);
	done(store_backup(world->store, path, NULL));
}

WORLD_CASE(a_copy_does_not_replace_a_database_in_use)
{
	struct store *reader;
	const char *path = make_left(world, "left.db");
	done(store_open_read_only(path, false, &reader));
	assert_int_equal(store_backup(world->store, path, NULL), STORE_LOCKED);
	store_close(reader);
	done(store_backup(world->store, path, NULL));
}

/* Counts the open files of the process. */
static unsigned files_open(void)
{
	DIR *files = opendir("/proc/self/fd");
	unsigned count = 0;
	assert_non_null(files);
	while (readdir(files) != NULL)
		count++;
	closedir(files);
	return count;
}

WORLD_CASE(no_file_stays_open_after_its_use)
{
	struct store *store;
	const char *path = world_file(world, "fresh.db");
	const char *copy = world_file(world, "copy.db");
	unsigned before = files_open();
	done(store_open(path, &store));
	unsigned open = files_open();
	done(copy_advance_generation(store));
	done(store_commit(store));
	/* SQLite has opened the WAL and its index by now. */
	open = files_open() > open ? files_open() : open;
	for (unsigned i = 0; i < 3; i++) {
		done(copy_advance_generation(store));
		done(store_commit(store));
		done(store_backup(store, copy, NULL));
	}
	assert_int_equal(files_open(), open);
	store_close(store);
	assert_int_equal(files_open(), before);
	done(store_open(path, &store));
	store_close(store);
	done(store_open_read_only(path, false, &store));
	store_close(store);
	assert_int_equal(files_open(), before);
}
