#include "storage/sqlite/sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "bot/base/memory.h"

/* Creates the file if it is missing, readable by its owner only: it will hold secret seeds. */
static void file_create(const char *path)
{
	int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file >= 0)
		close(file);
}

/* Configures the connection of an owner or a reader. */
static enum store_error settle(struct sqlite *sqlite, bool own)
{
	if (own && sqlite3_db_readonly(sqlite->db, "main") == 1)
		return STORE_READ_ONLY;
	sqlite3_busy_timeout(sqlite->db, BUSY_MILLISECONDS);
	return sqlite_run(sqlite->db,
		"PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;"
		"PRAGMA cache_size = -512; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY");
}

static enum store_error database_open(const char *path, bool own, struct database **database)
{
	char plain[PATH_MAX] = ":memory:";
	struct sqlite *sqlite;
	enum store_error error = STORE_OK;
	*database = NULL;
	if (path && !sqlite_path(path, plain))
		return STORE_UNOPENED;
	sqlite = memory_new(1, sizeof(*sqlite));
	sqlite->database.driver = &sqlite_driver;
	sqlite->claim = -1;
	*database = &sqlite->database;
	if (path && own) {
		file_create(plain);
		error = sqlite_claim(plain, &sqlite->claim);
	}
	if (!error)
		error = own ? sqlite_connect(plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
				      &sqlite->db)
			    : sqlite_reader(sqlite, plain);
	return error ? error : settle(sqlite, own);
}

static void database_close(struct database *database)
{
	struct sqlite *sqlite = sqlite_of(database);
	if (sqlite->file.inode != 0)
		sqlite_reader_close(sqlite);
	else
		sqlite3_close(sqlite->db);
	if (sqlite->claim >= 0)
		close(sqlite->claim);
	free(sqlite);
}

/*
 * Ends the transaction of identify by COMMIT, or by ROLLBACK if that fails. Returns `code` if it is
 * an error, otherwise the result of COMMIT.
 */
static int look_away(sqlite3 *db, int code)
{
	int ended = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	if (ended != SQLITE_OK)
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return code != SQLITE_OK ? code : ended;
}

static enum store_error identify(struct database *database, struct driver_mark *mark)
{
	sqlite3 *db = sqlite_of(database)->db;
	bool alone = sqlite3_get_autocommit(db);
	int64_t tables = 0;
	/*
	 * Read all three values in one transaction: another program may be creating the database.
	 */
	int code = alone ? sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) : SQLITE_OK;

	*mark = (struct driver_mark){ .empty = false };
	if (code == SQLITE_OK)
		code = sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &tables);
	if (code == SQLITE_OK)
		code = sqlite_number(db, "PRAGMA application_id", &mark->application);
	if (code == SQLITE_OK)
		code = sqlite_number(db, "PRAGMA user_version", &mark->version);
	if (alone && !sqlite3_get_autocommit(db))
		code = look_away(db, code);
	mark->empty = tables == 0 && mark->application == 0 && mark->version == 0;
	return sqlite_error(db, code);
}

static enum store_error mark(struct database *database, int32_t application, int32_t version)
{
	char stamp[96];
	snprintf(stamp, sizeof(stamp), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		application, version);
	return sqlite_run(sqlite_of(database)->db, stamp);
}

static enum store_error begin(struct database *database)
{
	return sqlite_run(sqlite_of(database)->db,
		"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
		"PRAGMA journal_size_limit = 8388608");
}

static enum store_error ready(struct database *database)
{
	struct sqlite *sqlite = sqlite_of(database);
	enum store_error error = sqlite_run(sqlite->db, "PRAGMA foreign_keys = ON");
	/*
	 * The WAL may have a batch of a crashed process that was never synced. The checkpoint syncs
	 * it before anything is announced.
	 */
	if (error == STORE_OK && sqlite->claim >= 0)
		error = sqlite_run(sqlite->db, "PRAGMA wal_checkpoint");
	sqlite_log_mind(sqlite);
	return error;
}

static enum store_error execute(struct database *database, const char *sql)
{
	return sqlite_run(sqlite_of(database)->db, sql);
}

static enum store_error inspect(struct database *database)
{
	sqlite3 *db = sqlite_of(database)->db;
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

static bool writing(struct database *database)
{
	return !sqlite3_get_autocommit(sqlite_of(database)->db);
}

static void trust(struct database *database, bool trusted)
{
	sqlite3_db_config(sqlite_of(database)->db, SQLITE_DBCONFIG_ENABLE_FKEY, !trusted, NULL);
}

static int64_t added(struct database *database)
{
	return sqlite3_last_insert_rowid(sqlite_of(database)->db);
}

static sqlite3_stmt *statement_of(struct cursor *cursor)
{
	return (sqlite3_stmt *)cursor;
}

static enum store_error judge(struct cursor *cursor, int code)
{
	return sqlite_error(sqlite3_db_handle(statement_of(cursor)), code);
}

static enum store_error prepare(struct database *database, const char *sql, struct cursor **cursor)
{
	sqlite3 *db = sqlite_of(database)->db;
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
	*cursor = (struct cursor *)statement;
	return sqlite_error(db, code);
}

static void finish(struct cursor *cursor)
{
	sqlite3_finalize(statement_of(cursor));
}

static enum store_error bind_number(struct cursor *cursor, int n, int64_t number)
{
	return judge(cursor, sqlite3_bind_int64(statement_of(cursor), n, number));
}

static enum store_error bind_real(struct cursor *cursor, int n, double number)
{
	return judge(cursor, sqlite3_bind_double(statement_of(cursor), n, number));
}

static enum store_error bind_text(struct cursor *cursor, int n, const char *text, int length)
{
	return judge(
		cursor, sqlite3_bind_text(statement_of(cursor), n, text, length, SQLITE_STATIC));
}

static enum store_error bind_bytes(struct cursor *cursor, int n, const void *bytes, int size)
{
	return judge(
		cursor, sqlite3_bind_blob(statement_of(cursor), n, bytes, size, SQLITE_STATIC));
}

static enum store_error step(struct cursor *cursor, bool *row)
{
	int code = sqlite3_step(statement_of(cursor));
	*row = code == SQLITE_ROW;
	return judge(cursor, code);
}

static int64_t number(struct cursor *cursor, int column)
{
	return sqlite3_column_int64(statement_of(cursor), column);
}

static double real(struct cursor *cursor, int column)
{
	return sqlite3_column_double(statement_of(cursor), column);
}

static const void *bytes(struct cursor *cursor, int column, size_t *size)
{
	const void *stored = sqlite3_column_blob(statement_of(cursor), column);
	*size = (size_t)sqlite3_column_bytes(statement_of(cursor), column);
	return stored;
}

static void reset(struct cursor *cursor)
{
	sqlite3_reset(statement_of(cursor));
	sqlite3_clear_bindings(statement_of(cursor));
}

const struct driver sqlite_driver = {
	.open = database_open,
	.close = database_close,
	.stale = sqlite_stale,
	.veil = sqlite_veil,
	.identify = identify,
	.shut = sqlite_shut,
	.begin = begin,
	.ready = ready,
	.mark = mark,
	.execute = execute,
	.prepare = prepare,
	.finish = finish,
	.bind_number = bind_number,
	.bind_real = bind_real,
	.bind_text = bind_text,
	.bind_bytes = bind_bytes,
	.step = step,
	.number = number,
	.real = real,
	.bytes = bytes,
	.reset = reset,
	.added = added,
	.writing = writing,
	.check = sqlite_check,
	.renew = sqlite_renew,
	.inspect = inspect,
	.log_bytes = sqlite_log_bytes,
	.scrub = sqlite_scrub,
	.trust = trust,
	.copy = sqlite_copy,
	.keep = sqlite_keep,
	.note = sqlite_note,
	.noted = sqlite_noted,
};
