/* store_reader.c - a database that is only read, maybe where nothing may be written. */
#include <sys/stat.h>

#include "tests/world.h"

enum { NOBODY = 65534 };

/* From here on with the rights of that user, where root runs the test. */
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

/* Its name means something in a URI. */
static void it_is_read_where_nothing_can_be_written(void **state)
{
	struct world *world = *state;
	struct store *reader;
	char path[PATH_MAX];
	char log[PATH_MAX];
	int64_t version;
	leave(world);
	folder_file(world->folder, "50% of #1?.db", path);
	folder_file(world->folder, "50% of #1?.db-wal", log);
	folder_copy(world->path, path);
	chmod(path, 0444);
	chmod(world->folder, 0555);
	become(NOBODY);
	done(store_read(path, false, &reader));
	done(store_version(reader, &version));
	assert_false(store_stale(reader, path));
	become(0);
	chmod(world->folder, 0755);
	folder_write(log, "", 0); /* somebody begins to write */
	assert_true(store_stale(reader, path));
	store_close(reader);
	chmod(world->folder, 0555);
	become(NOBODY);
	assert_int_not_equal(store_read(path, false, &reader), STORE_OK);
	become(0);
	chmod(world->folder, 0755);
}

static void reading_leaves_no_log_behind(void **state)
{
	struct world *world = *state;
	struct store *reader[2];
	char beside[2][PATH_MAX];
	int64_t version;
	leave(world);
	folder_file(world->folder, "test.db-wal", beside[0]);
	folder_file(world->folder, "test.db-shm", beside[1]);
	for (unsigned i = 0; i < 2; i++) {
		done(store_read(world->path, false, &reader[i]));
		done(store_version(reader[i], &version));
	}
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(access(beside[0], F_OK), 0);
		store_close(reader[i]);
	}
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(access(beside[i], F_OK), -1);
}

/* A log that cannot be written stays, for its writer. */
static void a_reader_without_rights_leaves_the_log_of_others(void **state)
{
	struct world *world = *state;
	struct store *reader;
	leave(world);
	char log[PATH_MAX];
	folder_file(world->folder, "test.db-wal", log);
	chmod(world->path, 0444);
	chmod(world->folder, 0777);
	become(NOBODY);
	done(store_read(world->path, false, &reader));
	store_close(reader);
	become(0);
	assert_int_equal(access(log, F_OK), 0);
}

/* Who may only read it is no owner. */
static void it_is_not_owned_where_it_cannot_be_written(void **state)
{
	struct world *world = *state;
	leave(world);
	chmod(world->path, 0444);
	chmod(world->folder, 0555);
	become(NOBODY);
	assert_int_equal(store_open(world->path, &world->store), STORE_READ_ONLY);
	become(0);
	chmod(world->folder, 0755);
}

static void another_file_in_its_place_is_noticed(void **state)
{
	struct world *world = *state;
	struct store *reader;
	char other[PATH_MAX];
	leave(world);
	folder_file(world->folder, "other.db", other);
	folder_copy(world->path, other);
	done(store_read(world->path, false, &reader));
	assert_false(store_stale(reader, world->path));
	assert_int_equal(rename(other, world->path), 0);
	assert_true(store_stale(reader, world->path));
	store_close(reader);
	done(store_read(world->path, false, &reader));
	assert_false(store_stale(reader, world->path));
	unlink(world->path);
	assert_true(store_stale(reader, world->path));
	store_close(reader);
	assert_int_equal(store_read(world->path, false, &reader), STORE_UNOPENED);
}

/* A name of so many bytes. */
static const char *of_length(size_t length, char path[PATH_MAX + 2])
{
	memset(path, 'a', length);
	path[0] = '/';
	path[length] = '\0';
	return path;
}

/* The longest names lack the room for a tail. */
static void names_may_be_too_long(void **state)
{
	struct world *world = *state;
	struct store *store;
	char path[PATH_MAX + 2];
	for (size_t length = PATH_MAX - 10; length <= PATH_MAX + 1; length++) {
		of_length(length, path);
		assert_int_equal(store_open(path, &store), STORE_UNOPENED);
		assert_int_equal(store_read(path, false, &store), STORE_UNOPENED);
		assert_true(store_stale(world->store, path));
		enum store_error error = store_backup(world->store, path);
		assert_true(error == STORE_UNOPENED || error == STORE_IN_USE);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_make, world_end)
	const struct CMUnitTest tests[] = {
		TEST(it_is_read_where_nothing_can_be_written),
		TEST(reading_leaves_no_log_behind),
		TEST(a_reader_without_rights_leaves_the_log_of_others),
		TEST(it_is_not_owned_where_it_cannot_be_written),
		TEST(another_file_in_its_place_is_noticed),
		TEST(names_may_be_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
