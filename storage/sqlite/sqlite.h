/*
 * sqlite.h - what the files of the driver for SQLite share. Only for storage/sqlite/.
 *
 * A database is a file, with its log (-wal), the index of that (-shm), a file that says how far it
 * has come (-generation) and copies kept before upgrades (.schema-15) beside it.
 */
#ifndef STORAGE_SQLITE_SQLITE_H
#define STORAGE_SQLITE_SQLITE_H

#include <limits.h>
#include <sqlite3.h>
#include <sys/types.h>

#include "storage/driver.h"

/* Which file the log of a database, or it itself, is. */
struct sqlite_log {
	dev_t device;
	ino_t inode; /* 0: there is none */
};

struct sqlite {
	struct database database;
	sqlite3 *db;
	int claim;              /* descriptor that holds the owner's lock, or -1 */
	struct sqlite_log log;  /* which SQLite has open */
	struct sqlite_log file; /* of a reader: the database itself */
	bool still;             /* of a reader: nobody writes to it, as there is no log */
};

enum { BUSY_MILLISECONDS = 100 };

/* What a database is, once open. */
struct sqlite *sqlite_of(struct database *database);
/* Opens a database with SQLite's flags; *db is the caller's to close even then when it fails. */
enum store_error sqlite_connect(const char *path, int flags, sqlite3 **db);
/* The store's error for SQLite's code, just after db returned it. */
enum store_error sqlite_error(sqlite3 *db, int code);
enum store_error sqlite_run(sqlite3 *db, const char *sql);
/* Reads one whole number; returns SQLite's code. */
int sqlite_number(sqlite3 *db, const char *sql, int64_t *number);

/*
 * The path as SQLite is to take it: always a file's, never a URI or a name that SQLite gives a
 * meaning of its own. False: too long.
 */
bool sqlite_path(const char *path, char plain[PATH_MAX]);
/* The path of a file beside a database that is owned; false: too long, or it is in memory. */
bool sqlite_beside(const struct sqlite *sqlite, const char *tail, char path[PATH_MAX]);

/*
 * Claims the database file at path until *claim is closed; STORE_OWNED if another owner has it.
 * *claim is -1 or the caller's to close, even after an error.
 */
enum store_error sqlite_claim(const char *path, int *claim);
/* True if a database has a log beside it: it is open somewhere, or was when its program ended. */
bool sqlite_has_log(const char *path);

/* Opens a database to be read, and closes it so that no empty log is left behind. */
enum store_error sqlite_reader(struct sqlite *sqlite, const char *path);
void sqlite_reader_close(struct sqlite *sqlite);
bool sqlite_stale(struct database *database, const char *path);

/* Functions of the driver, in log.c, privacy.c, copy.c and generation.c. */
/* Minds which file the log of a database is that is owned. */
void sqlite_log_mind(struct sqlite *sqlite);
enum store_error sqlite_check(struct database *database);
void sqlite_renew(struct database *database);
int64_t sqlite_log_bytes(struct database *database);
bool sqlite_scrub(struct database *database);
enum store_privacy sqlite_shut(struct database *database, int version);
enum store_error sqlite_keep(struct database *database, int version, const char *sql);
enum store_error sqlite_copy(struct database *database, const char *path, const char *sql,
	const struct store_judge *judge);
enum store_error sqlite_note(
	struct database *database, const struct generation *generation, bool sync);
bool sqlite_noted(struct database *database, struct generation *generation);

#endif
