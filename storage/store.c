#include "storage/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/query.h"
#include "storage/schema.h"

enum { STORE_BUSY_MILLISECONDS = 100 };

const char *store_error_text(enum store_error error)
{
	static const char *const texts[STORE_ERROR_COUNT] = {
#define X(name, text) [STORE_##name] = text,
		STORE_ERRORS(X)
#undef X
	};

	return texts[error];
}

/*
 * The path as SQLite is to take it: always a file's, never a URI or a name that SQLite gives a
 * meaning of its own. False: too long.
 */
static bool path_plain(const char *path, char plain[PATH_MAX])
{
	int length = snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path);

	return length > 0 && length < PATH_MAX;
}

/* Creates an absent file for its owner's eyes only: seeds of hands in play are in it. */
static void file_create(const char *path)
{
	int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (file >= 0)
		close(file);
}

static enum store_error store_set(struct store *store, const char *pragmas)
{
	return query_error(store->db, sqlite3_exec(store->db, pragmas, NULL, NULL, NULL));
}

/* Nothing is written to a file before it is known to be ours. */
static enum store_error store_prepare(struct store *store)
{
	enum store_error error = STORE_OK;

	if (sqlite3_db_readonly(store->db, "main") == 1)
		return STORE_READ_ONLY;
	sqlite3_busy_timeout(store->db, STORE_BUSY_MILLISECONDS);
	error = store_set(store,
		"PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;"
		"PRAGMA cache_size = -512; PRAGMA secure_delete = ON");
	if (!error)
		error = schema_identify(store->db, schema_migrations);
	if (!error)
		error = store_set(store,
			"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			"PRAGMA journal_size_limit = 8388608");
	if (!error)
		error = schema_upgrade(store->db, schema_migrations);
	if (!error)
		error = store_set(store, "PRAGMA foreign_keys = ON");
	return error;
}

static enum store_error database_open(const char *path, int flags, sqlite3 **db)
{
	int code = sqlite3_open_v2(path, db, flags, NULL);

	if (!*db)
		return STORE_MEMORY;
	sqlite3_extended_result_codes(*db, 1);
	return query_error(*db, code);
}

enum store_error store_open(const char *path, struct store **store)
{
	char plain[PATH_MAX];
	enum store_error error;

	*store = NULL;
	if (path == NULL)
		memcpy(plain, ":memory:", sizeof ":memory:");
	else if (!path_plain(path, plain))
		return STORE_UNOPENED;
	*store = calloc(1, sizeof(**store));
	if (!*store)
		return STORE_MEMORY;
	(*store)->claim = -1;
	(*store)->scrub = true; /* a program before may have ended too early */
	if (path != NULL)
		file_create(plain);
	error = database_open(plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, &(*store)->db);
	if (!error)
		error = store_prepare(*store);
	if (error) {
		store_close(*store);
		*store = NULL;
	}
	return error;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	for (int i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize(store->statements[i]);
	sqlite3_close(store->db);
	if (store->claim >= 0)
		close(store->claim);
	free(store);
}

enum store_error store_own(struct store *store)
{
	const char *path = sqlite3_db_filename(store->db, "main");

	if (path == NULL || *path == '\0')
		return STORE_OK;
	/* Kept open whatever comes: closing it before SQLite does would drop SQLite's own locks. */
	if (store->claim < 0)
		store->claim = open(path, O_RDONLY | O_CLOEXEC);
	if (store->claim < 0)
		return STORE_UNOPENED;
	if (flock(store->claim, LOCK_EX | LOCK_NB) == 0)
		return STORE_OK;
	return errno == EWOULDBLOCK ? STORE_OWNED : STORE_IO;
}

/*
 * Empties the log, unless somebody still reads in it: then after the next commit. What is deleted
 * in the database itself is overwritten there (secure_delete).
 */
static void log_scrub(struct store *store)
{
	sqlite3_busy_timeout(store->db, 0);
	store->scrub = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
			       NULL) != SQLITE_OK;
	sqlite3_busy_timeout(store->db, STORE_BUSY_MILLISECONDS);
}

enum store_error store_commit(struct store *store)
{
	enum store_error error = store->spoilt;
	struct query commit;

	if (!error && store->writing) {
		commit = query_read(store, SQL_COMMIT);
		error = query_end(&commit);
	}
	if (error)
		store_rollback(store);
	else if (store->writing)
		store->commits++;
	if (!error && store->writing && store->scrub)
		log_scrub(store);
	store->writing = false;
	return error;
}

enum store_error store_status(struct store *store, struct store_status *status)
{
	struct query query = query_read(store, SQL_SIZE);

	*status = (struct store_status){ .commits = store->commits };
	if (query_row(&query))
		status->bytes = query_number(&query);
	return query_end(&query);
}

void store_rollback(struct store *store)
{
	struct query rollback;

	if (!sqlite3_get_autocommit(store->db)) {
		rollback = query_read(store, SQL_ROLLBACK);
		query_end(&rollback);
	}
	store->writing = false;
	store->spoilt = STORE_OK;
}

/* Copies the whole database into the file at path, as one file with no log beside it. */
static enum store_error backup_write(struct store *store, const char *path)
{
	sqlite3 *copy = NULL;
	sqlite3_backup *backup;
	int code;
	enum store_error error = database_open(path, SQLITE_OPEN_READWRITE, &copy);

	backup = error ? NULL : sqlite3_backup_init(copy, "main", store->db, "main");
	if (backup) {
		sqlite3_backup_step(backup, -1);
		code = sqlite3_backup_finish(backup);
		if (code == SQLITE_OK)
			code = sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
		error = query_error(copy, code);
	} else if (!error) {
		error = query_error(copy, sqlite3_errcode(copy));
	}
	sqlite3_close(copy);
	return error;
}

/* A file with a log beside it is open somewhere, or was when its program died. */
static bool backup_endangers(struct store *store, const char *path)
{
	char log[PATH_MAX];
	struct stat ours;
	struct stat target;

	if (snprintf(log, PATH_MAX, "%s-wal", path) >= PATH_MAX || access(log, F_OK) == 0)
		return true;
	return stat(sqlite3_db_filename(store->db, "main"), &ours) == 0 &&
		stat(path, &target) == 0 && ours.st_dev == target.st_dev &&
		ours.st_ino == target.st_ino;
}

enum store_error store_backup(struct store *store, const char *path)
{
	char plain[PATH_MAX];
	char part[PATH_MAX];
	enum store_error error;
	int file;

	if (!path_plain(path, plain) || snprintf(part, PATH_MAX, "%s.XXXXXX", plain) >= PATH_MAX)
		return STORE_UNOPENED;
	if (store->writing || backup_endangers(store, plain))
		return STORE_IN_USE;
	file = mkstemp(part);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	close(file);
	error = backup_write(store, part);
	if (!error && rename(part, plain) != 0)
		error = STORE_UNOPENED;
	if (error)
		unlink(part);
	return error;
}
