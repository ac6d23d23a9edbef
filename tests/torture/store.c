/* store.c - creates, writes, backs up, upgrades and reads a database, and deletes its WAL; in
 * each run one call fails. Some ways to such calls are tried, with TORTURE=ways all. Committed
 * data must survive, and a second try must succeed. */

#include <sys/mman.h>

#include "storage/copy.h"
#include "storage/people.h"
#include "storage/schema.h"
#include "storage/sqlite/sqlite.h"
#include "storage/store.h"
#include "tests/folder.h"
#include "tests/sql.h"
#include "tests/torture/torture.h"

/* A batch needs several tries, because SQLite may first notice that the WAL is gone. */
enum { SAMPLE = 75, SECONDS = 60, TRIES = 3, NOW = 1794787200 };

struct life {
	char folder[FOLDER_PATH];
	char path[PATH_MAX], log[PATH_MAX], copy[PATH_MAX];
	struct store *store;
	/* In shared memory that outlives the process. */
	unsigned written; /* number of committed batches with a person each */
	unsigned step;    /* the step that failed twice, from 1, or 0 */
};

/* The steps. Each succeeds at the second try. */

static bool open_it(struct life *life)
{
	return store_open(life->path, &life->store) == STORE_OK;
}

/* A reader that saves a copy needs the key. */
static bool read_it(struct life *life)
{
	if (life->store == NULL &&
		store_open_read_only(life->path, false, &life->store) != STORE_OK)
		return false;
	return store_unseal(life->store, NULL) == STORE_OK;
}

/* A reader that cannot tell whether the file is the same opens it again. */
static bool is_fresh(struct life *life)
{
	if (life->store != NULL && !store_is_stale(life->store, life->path))
		return true;
	store_close(life->store);
	life->store = NULL;
	return read_it(life) && false;
}

static bool save(struct life *life)
{
	return store_backup(life->store, life->copy, NULL) == STORE_OK;
}

static bool is_whole(struct life *life)
{
	return store_check_integrity(life->store) == STORE_OK;
}

/* The batch ends on any error. */
static enum store_error write_one(struct life *life)
{
	char level[STORE_WORD];
	int64_t id;
	snprintf(level, sizeof level, "level%u", life->written);
	enum store_error error = store_find_or_add_robot(life->store, level, NOW, &id);
	if (!error)
		error = copy_advance_generation(life->store);
	if (error)
		store_rollback(life->store);
	return error ? error : store_commit(life->store);
}

static bool write_it(struct life *life)
{
	for (unsigned i = 0; i < TRIES; i++)
		if (write_one(life) == STORE_OK) {
			life->written++;
			return true;
		}
	return false;
}

static bool lose_log(struct life *life)
{
	unlink(life->log);
	return true;
}

static bool close_it(struct life *life)
{
	store_close(life->store);
	life->store = NULL;
	return true;
}

static bool has_version(struct life *life)
{
	int64_t version;
	return store_get_data_version(life->store, &version) == STORE_OK;
}

/* A step may fail once. */
static bool try_twice(struct life *life, bool (*step)(struct life *life))
{
	for (unsigned i = 0; i < 2; i++)
		if (step(life))
			return true;
	return false;
}

static int take(struct life *life, bool (*const *steps)(struct life *life))
{
	for (unsigned i = 0; steps[i] != NULL; i++)
		if (!try_twice(life, steps[i])) {
			life->step = i + 1;
			return 1;
		}
	return 0;
}

/* The second backup replaces the first. */
static int live(void *context)
{
	static bool (*const steps[])(struct life * life) = { open_it, write_it, write_it, save,
		write_it, save, is_whole, lose_log, write_it, write_it, close_it, read_it,
		has_version, is_whole, is_fresh, save, close_it, NULL };
	return take(context, steps);
}

static int upgrade(void *context)
{
	static bool (*const steps[])(struct life * life) = { open_it, save, close_it, NULL };
	return take(context, steps);
}

static void begin(struct life *life, bool old)
{
	folder_make(life->folder);
	folder_file(life->folder, "bot.db", life->path);
	folder_file(life->folder, "bot.db-wal", life->log);
	folder_file(life->folder, "backup.db", life->copy);
	life->written = 0;
	life->step = 0;
	if (old)
		sql_make_first(life->path, "");
}

/* Checks that all committed data is there, and that a copy is whole. */
static void check(const struct life *life, const struct torture_run *run)
{
	sqlite3 *db;
	if (run->status != 0)
		fail_msg("call %d, %s, fails: step %u, status %x", (int)run->fails, run->failed,
			life->step, (unsigned)run->status);
	assert_int_equal(sqlite3_open(life->path, &db), SQLITE_OK);
	int64_t people = sql_number(db, "SELECT count(*) FROM people");
	assert_int_equal(sql_number(db,
				 "SELECT count(*) FROM pragma_integrity_check WHERE "
				 "integrity_check <> 'ok'"),
		0);
	sqlite3_close(db);
	if (people != life->written)
		fail_msg("call %d, %s, fails: %u people were kept, %d are there", (int)run->fails,
			run->failed, life->written, (int)people);
	assert_int_equal(sqlite3_open(life->copy, &db), SQLITE_OK);
	assert_true(sql_number(db, "SELECT count(*) FROM people") >= (people > 0));
	sqlite3_close(db);
}

static void play(struct life *life, bool old, struct torture_run *run)
{
	begin(life, old);
	assert_true(torture_run(run, old ? upgrade : live, life, SECONDS));
	check(life, run);
	folder_remove(life->folder);
}

static void fail_each(bool old)
{
	struct torture_run *map = torture_open(), *run = torture_open();
	struct life *life =
		mmap(NULL, sizeof *life, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(map != NULL && run != NULL && life != MAP_FAILED);
	map->maps = true;
	play(life, old, map);
	assert_true(map->ways > 10); /* without the ways tried before */
	size_t apart = 1,
	       first = *torture_word() == '\0' ? torture_sample(map->ways, SAMPLE, &apart) : 0;
	for (size_t i = first; i < map->ways; i += apart) {
		run->fails = map->way[i];
		play(life, old, run);
	}
	munmap(life, sizeof *life);
}

static void a_new_database_survives_a_failure_of_any_call(void **state)
{
	(void)state;
	fail_each(false);
}

static void an_old_database_survives_a_failure_of_any_call_in_an_upgrade(void **state)
{
	(void)state;
	fail_each(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_database_survives_a_failure_of_any_call),
		cmocka_unit_test(an_old_database_survives_a_failure_of_any_call_in_an_upgrade),
	};
	torture_libraries(NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
