/* sqlite.c - opens and checks a database, and reads and writes the marks in its head. */
#include "storage/sqlite/sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "storage/query.h"

enum store_error db_open(const char *path, bool own, struct database **opened)
{
	char plain[PATH_MAX] = ":memory:";
	struct database *database = memory_new(1, sizeof(*database));
	enum store_error error = STORE_OK;
	*opened = database;
	database->claim = -1;
	if (path && !sqlite_path(path, plain))
		return STORE_UNOPENED;
	if (path && own) {
		/* Create a missing file, readable by its owner only: it will hold secret seeds. */
		int file = open(plain, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (file >= 0)
			close(file);
		error = sqlite_claim(plain, &database->claim);
	}
	if (!error)
		error = own ? sqlite_connect(plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
				      &database->db)
			    : sqlite_reader(database, plain);
	if (error)
		return error;
	if (own && sqlite3_db_readonly(database->db, "main") == 1)
		return STORE_READ_ONLY;
	sqlite3_busy_timeout(database->db, BUSY_MILLISECONDS);
	return sqlite_run(database->db,
		"PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;"
		"PRAGMA cache_size = -512; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY");
}

void db_close(struct database *database)
{
	for (int i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize(database->prepared[i]);
	if (database->file.inode != 0)
		sqlite_reader_close(database);
	else
		sqlite3_close(database->db);
	if (database->claim >= 0)
		close(database->claim);
	free(database);
}

enum store_error db_identify(struct database *database, struct db_mark *mark)
{
	sqlite3 *db = database->db;
	bool alone = sqlite3_get_autocommit(db);
	int64_t tables = 0;
	/*
	 * Read all three values in one transaction: another program may be creating the database.
	 */
	int code = alone ? sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) : SQLITE_OK;

	*mark = (struct db_mark){ .empty = false };
	if (code == SQLITE_OK)
		code = sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &tables);
	if (code == SQLITE_OK)
		code = sqlite_number(db, "PRAGMA application_id", &mark->application);
	if (code == SQLITE_OK)
		code = sqlite_number(db, "PRAGMA user_version", &mark->version);
	if (alone && !sqlite3_get_autocommit(db)) {
		int ended = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
		if (ended != SQLITE_OK)
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
		code = code != SQLITE_OK ? code : ended;
	}
	mark->empty = tables == 0 && mark->application == 0 && mark->version == 0;
	return sqlite_error(db, code);
}

enum store_error db_set_mark(struct database *database, int32_t application, int32_t version)
{
	char stamp[96];
	snprintf(stamp, sizeof(stamp), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		application, version);
	return sqlite_run(database->db, stamp);
}

enum store_error db_begin(struct database *database)
{
	return sqlite_run(database->db,
		"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
		"PRAGMA journal_size_limit = 8388608");
}

enum store_error db_ready(struct database *database)
{
	enum store_error error = sqlite_run(database->db, "PRAGMA foreign_keys = ON");
	/*
	 * The WAL may have a batch that a crashed process wrote but did not sync. The checkpoint
	 * syncs it before anything is announced.
	 */
	if (error == STORE_OK && database->claim >= 0)
		error = sqlite_run(database->db, "PRAGMA wal_checkpoint");
	sqlite_log_mind(database);
	return error;
}

enum store_error db_execute(struct database *database, const char *sql)
{
	return sqlite_run(database->db, sql);
}

enum store_error store_check_integrity(struct store *store)
{
	sqlite3 *db = store->database->db;
	int64_t faults = 0;
	int64_t lost = 0;
	/*
	 * Without an argument: since SQLite 3.46, pragma_integrity_check(1) takes 1 for the name of
	 * a table.
	 */
	int code = sqlite_number(db,
		"SELECT EXISTS (SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> "
		"'ok')",
		&faults);
	if (code == SQLITE_OK)
		code = sqlite_number(
			db, "SELECT EXISTS (SELECT 1 FROM pragma_foreign_key_check)", &lost);
	if (code == SQLITE_OK && (faults > 0 || lost > 0))
		return STORE_DAMAGED;
	return sqlite_error(db, code);
}

bool db_is_writing(struct database *database)
{
	return !sqlite3_get_autocommit(database->db);
}

void db_trust(struct database *database, bool trusted)
{
	sqlite3_db_config(database->db, SQLITE_DBCONFIG_ENABLE_FKEY, !trusted, NULL);
}
