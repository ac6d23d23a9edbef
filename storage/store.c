#include "storage/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/copy.h"
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

/* Creates an absent file for its owner's eyes only: seeds of hands in play are in it. */
static void file_create(const char *path)
{
	int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (file >= 0)
		close(file);
}

/* Held until SQLite has closed the file: closing it before would drop SQLite's own locks. */
static enum store_error store_claim_file(struct store *store, const char *path)
{
	struct stat file;

	store->claim = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (store->claim < 0)
		return STORE_UNOPENED;
	if (fstat(store->claim, &file) != 0 || !S_ISREG(file.st_mode))
		return STORE_FOREIGN;
	if (flock(store->claim, LOCK_EX | LOCK_NB) == 0)
		return STORE_OK;
	return errno == EWOULDBLOCK ? STORE_OWNED : STORE_IO;
}

static enum store_error store_set(struct store *store, const char *pragmas)
{
	return query_error(store->db, sqlite3_exec(store->db, pragmas, NULL, NULL, NULL));
}

/* What holds for owners and readers. */
static enum store_error store_settle(struct store *store)
{
	sqlite3_busy_timeout(store->db, STORE_BUSY_MILLISECONDS);
	return store_set(store,
		"PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;"
		"PRAGMA cache_size = -512; PRAGMA secure_delete = ON");
}

static const char *log_path(const struct store *store)
{
	return sqlite3_filename_wal(sqlite3_db_filename(store->db, "main"));
}

/* Minds which file the log is; SQLite opens it with the first look at the database. */
static void log_mind(struct store *store)
{
	struct stat file;

	store->log = (struct log_file){ 0 };
	if (schema_version(store->db) > 0 && store->claim >= 0 && stat(log_path(store), &file) == 0)
		store->log = (struct log_file){ file.st_dev, file.st_ino };
}

/* Nothing is written to a file before it is known to be ours. */
static enum store_error store_prepare(struct store *store)
{
	enum store_error error;

	if (sqlite3_db_readonly(store->db, "main") == 1)
		return STORE_READ_ONLY;
	error = store_settle(store);
	if (!error)
		error = schema_identify(store->db, schema_migrations);
	if (!error)
		store->found.privacy = copy_privacy(store);
	if (!error)
		error = copy_before_upgrade(store);
	if (!error)
		error = store_set(store,
			"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			"PRAGMA journal_size_limit = 8388608");
	if (!error)
		error = schema_upgrade(store->db, schema_migrations);
	if (!error)
		error = store_set(store, "PRAGMA foreign_keys = ON");
	log_mind(store);
	if (!error)
		error = copy_adopt(store);
	return error;
}

static enum store_error store_prepare_reader(struct store *store, bool older)
{
	enum store_error error = store_settle(store);

	if (!error)
		error = schema_identify(store->db, schema_migrations);
	if (!error && !older && schema_version(store->db) < schema_count(schema_migrations))
		error = STORE_OLDER;
	return error;
}

/* A store with nothing open yet, and the path as SQLite is to take it; NULL: in memory. */
static enum store_error store_new(const char *path, char plain[PATH_MAX], struct store **store)
{
	*store = NULL;
	if (path == NULL)
		memcpy(plain, ":memory:", sizeof ":memory:");
	else if (!copy_path(path, plain))
		return STORE_UNOPENED;
	*store = calloc(1, sizeof(**store));
	if (!*store)
		return STORE_MEMORY;
	(*store)->claim = -1;
	(*store)->scrub = true; /* a program before may have ended too early */
	return STORE_OK;
}

static enum store_error store_opened(struct store **store, enum store_error error)
{
	if (error) {
		store_close(*store);
		*store = NULL;
	}
	return error;
}

enum store_error store_open(const char *path, struct store **store)
{
	char plain[PATH_MAX];
	enum store_error error = store_new(path, plain, store);

	if (!error && path != NULL) {
		file_create(plain);
		error = store_claim_file(*store, plain);
	}
	if (!error)
		error = query_open(
			plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, &(*store)->db);
	if (!error)
		error = store_prepare(*store);
	return store_opened(store, error);
}

enum store_error store_read(const char *path, bool older, struct store **store)
{
	char plain[PATH_MAX];
	enum store_error error = store_new(path, plain, store);

	if (!error)
		error = query_open(
			plain, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, &(*store)->db);
	if (!error)
		error = store_prepare_reader(*store, older);
	return store_opened(store, error);
}

struct store_findings store_findings(const struct store *store)
{
	return store->found;
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

/* SQLite would go on writing into deleted files, which nobody will ever open again. */
static enum store_error files_check(const struct store *store)
{
	struct stat log;
	int moved = 0;

	sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	if (moved)
		return STORE_MOVED;
	if (store->log.inode == 0 ||
		(stat(log_path(store), &log) == 0 && log.st_ino == store->log.inode &&
			log.st_dev == store->log.device))
		return STORE_OK;
	return STORE_UNLOGGED;
}

/*
 * What was committed is still in the deleted log, which SQLite has open: moves it to the database
 * and begins a new log, unless there is one that is not ours. Once the log is empty nothing can get
 * lost on the way; what fails is tried again after the next turn.
 */
static void log_renew(struct store *store)
{
	struct stat other;

	if (stat(log_path(store), &other) == 0 && other.st_size > 0)
		return;
	if (sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) !=
			SQLITE_OK ||
		store_set(store, "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL") !=
			STORE_OK)
		return;
	log_mind(store);
}

static enum store_error turn_end(struct store *store)
{
	enum store_error error = files_check(store);
	struct query commit;

	if (error)
		return error;
	commit = query_read(store, SQL_COMMIT);
	return query_end(&commit);
}

/* What follows a commit. */
static void turn_kept(struct store *store)
{
	store->commits++;
	if (store->scrub)
		log_scrub(store);
	if (store->published)
		copy_published(store);
}

enum store_error store_commit(struct store *store)
{
	enum store_error error = store->spoilt;

	if (!error && store->writing)
		error = turn_end(store);
	if (error)
		store_rollback(store);
	else if (store->writing)
		turn_kept(store);
	if (error == STORE_UNLOGGED)
		log_renew(store);
	store->writing = store->published = false;
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
	store->writing = store->published = false;
	store->spoilt = STORE_OK;
}
