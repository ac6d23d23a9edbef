/* store_sqlite.c - SQLite's files, errors and transactions, and other processes */
#include <errno.h>

#include "storage/expiry.h"
#include "storage/schema.h"
#include "tests/world.h"

/* A time after all data of the test. */
enum { YEARS = 1000000000 };

/* A newer process upgrades the database just before a transaction begins. */
static int upgrade_early(unsigned event, void *other, void *statement, void *sql)
{
	(void)event;
	(void)statement;
	if (strcmp(sql, sql_statements[SQL_BEGIN]) == 0)
		sql_run(other, "PRAGMA user_version = 1000");
	return 0;
}

WORLD_CASE(a_newer_schema_is_left_alone)
{
	sqlite3 *other = sql_open(world->path, "");
	done(db_execute(world->store->database, "PRAGMA user_version = 15"));
	sqlite3_trace_v2(handle(world->store), SQLITE_TRACE_STMT, upgrade_early, other);
	done(schema_upgrade(world->store->database));
	sqlite3_trace_v2(handle(world->store), 0, NULL, NULL);
	assert_int_equal(asked(world, "PRAGMA user_version"), 1000);
	sqlite3_close(other);
}

/* `file` and other programs recognize the database by "Mita" in its header. */
WORLD_CASE(a_database_names_its_application)
{
	assert_int_equal(asked(world, "PRAGMA application_id"), 0x4d697461);
}

/* The store waits 100 ms for other processes, except in a checkpoint. */
WORLD_CASE(a_write_waits_for_other_processes)
{
	assert_int_equal(asked(world, "PRAGMA busy_timeout"), 100);
	done(store_delete_person(world->store, world->luc));
	done(store_commit(world->store));
	assert_int_equal(asked(world, "PRAGMA busy_timeout"), 100);
}

static int64_t log_of(struct world *world)
{
	struct store_status status;
	done(store_get_status(world->store, &status));
	return status.log;
}

/* Deleted data stays in the WAL only while a reader needs it. */
WORLD_CASE(a_wal_is_emptied_after_its_last_reader)
{
	struct store *reader;
	int64_t newest;
	done(store_open_read_only(world->path, false, &reader));
	done(store_begin_snapshot(reader));
	done(store_get_newest_match(reader, &newest));
	done(store_delete_person(world->store, world->luc));
	done(store_commit(world->store));
	assert_true(log_of(world) > 0);
	store_close(reader);
	run_match(world);
	done(store_commit(world->store));
	assert_int_equal(log_of(world), 0);
	/* Without another deleted person the WAL is not emptied. */
	run_match(world);
	done(store_commit(world->store));
	assert_true(log_of(world) > 0);
}

/* Extended codes of SQLite have the meaning of their base code. */
WORLD_CASE(error_codes_of_sqlite_become_errors_of_the_store)
{
	static const struct {
		int code;
		enum store_error error;
	} cases[] = {
		{ SQLITE_OK, STORE_OK },
		{ SQLITE_ROW, STORE_OK },
		{ SQLITE_DONE, STORE_OK },
		{ SQLITE_FULL, STORE_FULL },
		{ SQLITE_BUSY, STORE_LOCKED },
		{ SQLITE_BUSY_SNAPSHOT, STORE_LOCKED },
		{ SQLITE_LOCKED, STORE_LOCKED },
		{ SQLITE_READONLY, STORE_READ_ONLY },
		{ SQLITE_READONLY_DBMOVED, STORE_MOVED },
		{ SQLITE_PERM, STORE_READ_ONLY },
		{ SQLITE_AUTH, STORE_READ_ONLY },
		{ SQLITE_CORRUPT, STORE_DAMAGED },
		{ SQLITE_ERROR, STORE_DAMAGED },
		{ SQLITE_NOTADB, STORE_FOREIGN },
		{ SQLITE_CANTOPEN, STORE_UNOPENED },
		{ SQLITE_CONSTRAINT_UNIQUE, STORE_REFUSED },
		{ SQLITE_MISMATCH, STORE_REFUSED },
		{ SQLITE_TOOBIG, STORE_REFUSED },
		{ SQLITE_IOERR_CORRUPTFS, STORE_DAMAGED },
		{ SQLITE_IOERR_SHMSIZE, STORE_FULL },
		{ SQLITE_IOERR_WRITE, STORE_IO },
		{ SQLITE_IOERR_READ, STORE_IO },
		{ SQLITE_INTERRUPT, STORE_IO },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (sqlite_error(handle(world->store), cases[i].code) != cases[i].error)
			fail_msg("code %d is not: %s", cases[i].code,
				store_error_text(cases[i].error));
}

/* Another process upgrades the database between two reads. */
static int upgrade(unsigned kind, void *other, void *statement, void *sql)
{
	(void)kind;
	(void)statement;
	if (strstr(sql, "application_id") != NULL)
		sql_run(other, "PRAGMA user_version = 1000");
	return 0;
}

WORLD_CASE(a_database_is_inspected_in_one_snapshot)
{
	struct database *database = world->store->database;
	struct db_mark mark;
	sqlite3 *other = sql_open(world->path, "");
	sqlite3_trace_v2(handle(world->store), SQLITE_TRACE_STMT, upgrade, other);
	done(db_identify(database, &mark));
	assert_int_equal(mark.version, SCHEMA_NEWEST);
	assert_false(mark.empty);
	assert_false(db_is_writing(database));
	sqlite3_trace_v2(handle(world->store), 0, NULL, NULL);
	done(db_identify(database, &mark));
	assert_int_equal(mark.version, 1000);
	/* db_identify reads within an open transaction, and leaves that transaction open. */
	done(db_execute(database, "BEGIN IMMEDIATE; PRAGMA user_version = 7"));
	done(db_identify(database, &mark));
	assert_int_equal(mark.version, 7);
	assert_true(db_is_writing(database));
	done(db_execute(database, "ROLLBACK"));
	sqlite3_close(other);
}

struct denied {
	int kind;
	const char *first; /* expected first error; NULL: any */
};

/* A database in creation by another process does not count as empty. */
WORLD_CASE(an_unreadable_database_is_not_taken_for_an_empty_one)
{
	struct database *database;
	struct db_mark mark;
	const char *path = world_file(world, "new.db");
	done(db_open(path, true, &database));
	sqlite3 *other = sql_open(path, "BEGIN EXCLUSIVE");
	assert_int_equal(db_identify(database, &mark), STORE_LOCKED);
	assert_false(db_is_writing(database));
	sqlite3_close(other);
	done(db_identify(database, &mark));
	assert_true(mark.empty);
	db_close(database);
}

/* Returns whether foreign keys are checked. */
static int looks_up(struct store *store)
{
	int kept = -1;
	sqlite3_db_config(handle(store), SQLITE_DBCONFIG_ENABLE_FKEY, -1, &kept);
	return kept;
}

/* Lets a commit pass only while foreign keys are not checked. */
static int commit_trusting(void *store)
{
	return looks_up(store);
}

/* Foreign keys are off only while expired people are deleted, because no row refers to them. */
WORLD_CASE(foreign_keys_are_checked_except_while_expired_people_are_deleted)
{
	struct store_expired expired;
	assert_int_equal(looks_up(world->store), 1);
	sqlite3_commit_hook(handle(world->store), commit_trusting, world->store);
	done(store_delete_expired(world->store, YEARS, &expired));
	assert_int_equal(expired.count, 2);
	sqlite3_commit_hook(handle(world->store), NULL, NULL);
	assert_int_equal(looks_up(world->store), 1);
}

/* Reports the last system error on a file. */
static int control(sqlite3_file *file, int operation, void *out)
{
	(void)file;
	if (operation == SQLITE_FCNTL_LAST_ERRNO)
		*(int *)out = EDQUOT;
	return SQLITE_OK;
}

/* SQLite reports a full disk, but not a quota; a database in memory has no file. */
WORLD_CASE(an_exhausted_disk_quota_is_reported_as_a_full_disk)
{
	struct store *none;
	sqlite3_file *file = NULL;
	sqlite3_file_control(handle(world->store), "main", SQLITE_FCNTL_FILE_POINTER, &file);
	const sqlite3_io_methods *usual = file->pMethods;
	sqlite3_io_methods methods = *usual;
	methods.xFileControl = control;
	file->pMethods = &methods;
	assert_int_equal(sqlite_error(handle(world->store), SQLITE_IOERR_WRITE), STORE_FULL);
	file->pMethods = usual;
	done(store_open(NULL, &none));
	assert_int_equal(sqlite_error(handle(none), SQLITE_IOERR_WRITE), STORE_IO);
	store_close(none);
}

CASE(a_database_in_memory_has_no_files)
{
	struct store *store;
	struct store_status status;
	struct generation generation;
	done(store_open(NULL, &store));
	struct database *database = store->database;
	assert_false(db_noted(database, &generation));
	assert_int_equal(db_note(database, &generation, true), STORE_UNOPENED);
	assert_int_equal(db_keep(database, 1, &(struct db_copy_mark){ .sql = "" }), STORE_UNOPENED);
	done(store_get_status(store, &status));
	assert_int_equal(status.log, 0);
	store_close(store);
}

WORLD_CASE(equal_inodes_on_two_disks_are_two_files)
{
	struct store *reader;
	struct database *database = world->store->database;
	done(store_open_read_only(world->path, false, &reader));
	assert_false(store_is_stale(reader, world->path));
	reader->database->file.device++;
	assert_true(store_is_stale(reader, world->path));
	store_close(reader);
	done(db_check(database));
	database->log.device++;
	assert_int_equal(db_check(database), STORE_UNLOGGED);
	database->log.device--;
}

/* Each row is valid by itself. */
WORLD_CASE(rows_that_refer_to_missing_rows_are_reported_as_damage)
{
	run_match(world);
	done(store_commit(world->store));
	done(store_check_integrity(world->store));
	sql_run(handle(world->store), "PRAGMA foreign_keys = OFF; UPDATE seats SET match = 999");
	assert_int_equal(store_check_integrity(world->store), STORE_DAMAGED);
}

/* A row violates a constraint of its table. */
WORLD_CASE(invalid_rows_are_reported_as_damage)
{
	sql_run(handle(world->store),
		"CREATE TABLE spoilt (a); INSERT INTO spoilt VALUES (1);"
		"PRAGMA writable_schema = ON;"
		"UPDATE sqlite_schema SET sql = 'CREATE TABLE spoilt "
		"(a CHECK (a > 1))' WHERE name = 'spoilt';"
		"PRAGMA writable_schema = RESET");
	assert_int_equal(store_check_integrity(world->store), STORE_DAMAGED);
}
