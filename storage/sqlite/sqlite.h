/*
 * sqlite.h - what the files of this folder share. Only for storage/sqlite/.
 *
 * Beside a database file may lie its WAL (-wal), the WAL's index (-shm), its generation
 * (-generation, see copy.h) and copies from before upgrades (.schema-15).
 */
#ifndef STORAGE_SQLITE_SQLITE_H
#define STORAGE_SQLITE_SQLITE_H

#include <limits.h>
#include <sqlite3.h>
#include <stddef.h>
#include <sys/types.h>

#include "sql/statements.h"
#include "storage/db.h"

/* The identity of a file, to detect that it was deleted or replaced. */
struct sqlite_log {
	dev_t device;
	ino_t inode; /* 0: the file does not exist */
};

struct database {
	sqlite3 *db;
	sqlite3_stmt *prepared[SQL_COUNT]; /* NULL: not used yet */
	int claim; /* file descriptor that holds the owner's lock; -1: this is a reader */
	struct sqlite_log log;  /* the WAL that SQLite has open */
	struct sqlite_log file; /* the database file; only set for a reader */
	bool still;             /* true if a reader opened the database as immutable */
};

enum { BUSY_MILLISECONDS = 100 };

/* Opens a database with SQLite's flags. The caller closes *db even after an error. */
enum store_error sqlite_connect(const char *path, int flags, sqlite3 **db);
/* Converts SQLite's code to a store error. Must follow the failed call on db directly. */
enum store_error sqlite_error(sqlite3 *db, int code);
enum store_error sqlite_run(sqlite3 *db, const char *sql);
/* Runs a query and reads one integer. Returns SQLite's code. */
int sqlite_number(sqlite3 *db, const char *sql, int64_t *number);

/*
 * Prefixes a relative path with "./", so that SQLite never takes it for a URI or a special name
 * like ":memory:". Returns false if it is too long.
 */
bool sqlite_path(const char *path, char plain[PATH_MAX]);
/*
 * Builds the path of a companion file: the database's path and tail. Returns false if the path is
 * too long, the database is in memory or the caller is a reader.
 */
bool sqlite_beside(const struct database *database, const char *tail, char path[PATH_MAX]);

/*
 * Locks the database file at path until *claim is closed. Returns STORE_OWNED if another process
 * has the lock. The caller closes *claim, even after an error, unless it is -1.
 */
enum store_error sqlite_claim(const char *path, int *claim);
/*
 * Returns true if a WAL exists: a program has the database open, or crashed with the database open.
 */
bool sqlite_has_log(const char *path);

/* Opens a database read-only, even in a folder without write permission. */
enum store_error sqlite_reader(struct database *database, const char *path);
/* Closes a reader and deletes an empty WAL that it left. */
void sqlite_reader_close(struct database *database);

/* Records the identity of the WAL, for db_check. */
void sqlite_log_mind(struct database *database);

#endif
