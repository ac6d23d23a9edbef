/* store_reader.c - a database opened for reading, also in a read-only place */
#include <sys/stat.h>

#include "storage/journal.h"
#include "tests/world.h"

enum { NOBODY = 65534 };

/* Drops to the rights of this user, if root runs the test. */
static void become(uid_t user)
{
	if (getuid() == 0)
		assert_int_equal(seteuid(user), 0);
}

static void leave(struct world *world)
{
	store_close(world->store);
	world->store = NULL;
}

/* The name of the database has characters with a meaning in a URI. */
WORLD_CASE(a_database_in_a_read_only_folder_can_be_read)
{
	struct store *reader;
	int64_t version;
	leave(world);
	const char *path = world_file(world, "50% of #1?.db");
	const char *log = world_file(world, "50% of #1?.db-wal");
	folder_copy(world->path, path);
	chmod(path, 0444);
	chmod(world->folder, 0555);
	become(NOBODY);
	done(store_open_read_only(path, false, &reader));
	done(store_get_data_version(reader, &version));
	assert_false(store_is_stale(reader, path));
	become(0);
	chmod(world->folder, 0755);
	folder_write(log, "", 0); /* a writer begins */
	assert_true(store_is_stale(reader, path));
	store_close(reader);
	chmod(world->folder, 0555);
	become(NOBODY);
	assert_int_not_equal(store_open_read_only(path, false, &reader), STORE_OK);
	become(0);
	chmod(world->folder, 0755);
}

WORLD_CASE(a_reader_leaves_no_wal_behind)
{
	struct store *reader[2];
	char beside[2][PATH_MAX];
	int64_t version;
	leave(world);
	folder_file(world->folder, "test.db-wal", beside[0]);
	folder_file(world->folder, "test.db-shm", beside[1]);
	for (unsigned i = 0; i < 2; i++) {
		done(store_open_read_only(world->path, false, &reader[i]));
		done(store_get_data_version(reader[i], &version));
	}
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(access(beside[0], F_OK), 0);
		store_close(reader[i]);
	}
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(access(beside[i], F_OK), -1);
}

/* A WAL that the reader cannot write stays for its writer. */
WORLD_CASE(a_reader_without_write_permission_leaves_the_wal_alone)
{
	struct store *reader;
	leave(world);
	const char *log = world_file(world, "test.db-wal");
	chmod(world->path, 0444);
	chmod(world->folder, 0777);
	become(NOBODY);
	done(store_open_read_only(world->path, false, &reader));
	store_close(reader);
	become(0);
	assert_int_equal(access(log, F_OK), 0);
}

WORLD_CASE(a_replaced_database_file_is_noticed)
{
	struct store *reader;
	leave(world);
	const char *other = world_file(world, "other.db");
	folder_copy(world->path, other);
	done(store_open_read_only(world->path, false, &reader));
	assert_false(store_is_stale(reader, world->path));
	assert_int_equal(rename(other, world->path), 0);
	assert_true(store_is_stale(reader, world->path));
	store_close(reader);
	done(store_open_read_only(world->path, false, &reader));
	assert_false(store_is_stale(reader, world->path));
	unlink(world->path);
	assert_true(store_is_stale(reader, world->path));
	store_close(reader);
	assert_int_equal(store_open_read_only(world->path, false, &reader), STORE_UNOPENED);
}

/* Returns a path of this length. */
static const char *of_length(size_t length, char path[PATH_MAX + 2])
{
	memset(path, 'a', length);
	path[0] = '/';
	path[length] = '\0';
	return path;
}

/* The longest paths leave no room for a suffix. */
WORLD_CASE(too_long_paths_are_refused)
{
	struct store *store;
	char path[PATH_MAX + 2];
	for (size_t length = PATH_MAX - 10; length <= PATH_MAX + 1; length++) {
		of_length(length, path);
		assert_int_equal(store_open(path, &store), STORE_UNOPENED);
		assert_int_equal(store_open_read_only(path, false, &store), STORE_UNOPENED);
		assert_true(store_is_stale(world->store, path));
		enum store_error error = store_backup(world->store, path, NULL);
		assert_true(error == STORE_UNOPENED || error == STORE_IN_USE);
	}
}

/* Adds a match with this commitment, two dealt hands and one that is not dealt. */
static int64_t deal(struct world *world, uint8_t commitment)
{
	int64_t match = run_match(world);
	struct store_root root = { .root = { 1 }, .commitment = { commitment } };
	done(store_add_root(world->store, match, &root));
	for (uint8_t i = 0; i < 3; i++)
		done(store_add_hand(world->store, match,
			&(struct store_hand){
				.hand = i, .seed = { (uint8_t)(i + 2) }, .dealt = i < 2 }));
	return match;
}

/* Fails unless the reader sees these first bytes of a match's root and of the seeds of its hands.
 */
#define assert_seen(reader, match, ...) \
	assert_seen_at(HERE, reader, match, (const uint8_t[4]){ __VA_ARGS__ })
static void assert_seen_at(AT, struct store *reader, int64_t match, const uint8_t wanted[4])
{
	struct store_root root;
	struct store_hand hands[3];
	unsigned count = 0;
	equal_at(store_get_root(reader, match, &root), STORE_OK);
	equal_at(store_list_hands(reader, match, 0, hands, 3, &count), STORE_OK);
	equal_at(count, 3);
	equal_at(root.root[0], wanted[0]);
	for (unsigned i = 0; i < 3; i++)
		equal_at(hands[i].seed[0], wanted[i + 1]);
}

WORLD_CASE(a_reader_without_the_key_sees_no_secret_of_a_live_match)
{
	struct store *reader;
	int64_t alone = deal(world, 7), first = deal(world, 8), second = deal(world, 8);
	done(store_commit(world->store));
	done(store_open_read_only(world->path, false, &reader));
	assert_seen(reader, alone, 0, 2, 0, 0);
	assert_seen(reader, first, 0, 0, 0, 0);
	done(store_unseal(reader, NULL));
	assert_seen(reader, alone, 1, 2, 3, 4);
	store_close(reader);
	done(store_open_read_only(world->path, false, &reader));
	finish_match(world, alone, 5000);
	finish_match(world, first, 5000);
	done(store_commit(world->store));
	assert_seen(reader, alone, 1, 2, 3, 4);
	/* The second match has the same seeds. */
	assert_seen(reader, first, 0, 0, 0, 0);
	assert_seen(reader, second, 0, 0, 0, 0);
	finish_match(world, second, 5000);
	done(store_commit(world->store));
	assert_seen(reader, first, 1, 2, 3, 4);
	assert_seen(reader, second, 1, 2, 3, 4);
	/* A new match with these seeds hides them again. */
	deal(world, 8);
	done(store_commit(world->store));
	assert_seen(reader, first, 0, 0, 0, 0);
	store_close(reader);
}
