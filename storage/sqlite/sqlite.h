/*
 * sqlite.h - declarations that the files of this folder share. Only for storage/sqlite/.
 *
 * Beside a database file may lie its WAL (-wal), the WAL's index (-shm) and its generation
 * (-generation, see copy.h); beside its folder (home.h) may lie its key (-key, see seal.h) and
 * copies from before upgrades (.schema-19).
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

/* The name of a database's folder ends with this, see home.h. */
#define HOME_TAIL "-data"
/*
 * Builds the path of a companion file that the pages must not read: beside the database's folder,
 * if the database file has one of its own, else beside the file. Returns false if the path is too
 * long or empty: the database is in memory.
 */
bool sqlite_outside(const char *file, const char *tail, char path[PATH_MAX]);
/* Returns true if the file at path is the link to a database in its folder, see home.h. */
bool sqlite_is_home_link(const char *path);
/*
 * If the process runs as root, gives an open file to the owner of the database. Returns false on
 * failure.
 */
bool sqlite_give_to_owner(const struct database *database, int file);
/* Syncs the folder of a file, so that a new name in it survives a power cut. */
void sqlite_sync_folder(const char *file);
/*
 * Writes a copy without a trace of deleted data to the file at path, and waits for fsync. Returns
 * STORE_LOCKED if another connection is in a transaction.
 */
enum store_error sqlite_write_clean(struct database *database, const char *path);
/* Read and write the generation beside the database file at path. */
bool sqlite_read_generation(const char *path, struct generation *generation);
enum store_error sqlite_write_generation(
	const struct database *database, const char *path, const struct generation *generation);

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

/* Checkpoints and truncates the WAL. Returns false if another connection is in a transaction. */
bool sqlite_empty_log(struct database *database);
/* Records the identity of the WAL, for db_check. */
void sqlite_log_mind(struct database *database);

#endif
