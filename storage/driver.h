/*
 * driver.h - the interface of a database driver. Only for storage/.
 *
 * A driver is a folder that fills in struct driver. Its own struct of an open database begins with
 * a struct database. Statements are in SQLite's dialect (storage/sql). Only the driver knows files,
 * logs and locks. Functions return the store's errors.
 */
#ifndef STORAGE_DRIVER_H
#define STORAGE_DRIVER_H

#include <stddef.h>

#include "storage/store.h"

struct database {
	const struct driver *driver;
};

/* A prepared statement; its content is private to the driver. */
struct cursor;

/* The identity in the head of a database file. */
struct driver_mark {
	bool empty; /* true if the file has neither tables nor an application id nor a version */
	int64_t application;
	int64_t version;
};

/* The numbers that distinguish a copy from the original, see copy.h. */
struct generation {
	int64_t lineage;
	int64_t number;
};

struct driver {
	/*
	 * Opens the database at path; NULL: in memory. With `own`, creates the file if it is absent
	 * and locks it until the database is closed, but writes nothing into it yet. Without `own`,
	 * opens the file read-only. The caller closes *database, even after an error, unless it is
	 * NULL.
	 */
	enum store_error (*open)(const char *path, bool own, struct database **database);
	void (*close)(struct database *database);
	/* Implements store_is_stale. Only for a read-only database. */
	bool (*stale)(struct database *database, const char *path);
	/* Implements store_hide_secrets. Only for a read-only database. */
	enum store_error (*veil)(struct database *database);

	/*
	 * Reads the identity of the database within one transaction: the open transaction, or else
	 * a new one.
	 */
	enum store_error (*identify)(struct database *database, struct driver_mark *mark);
	/*
	 * Removes other users' access to the database's files, and to its .schema-N copies with N
	 * up to version.
	 */
	enum store_privacy (*shut)(struct database *database, int version);
	/* Prepares the database for writing. Called before the schema is created or upgraded. */
	enum store_error (*begin)(struct database *database);
	/* Turns on foreign key checks and syncs the WAL. Called when the schema is up to date. */
	enum store_error (*ready)(struct database *database);
	/* Writes the application id and the schema version, within the caller's transaction. */
	enum store_error (*mark)(struct database *database, int32_t application, int32_t version);

	/* Runs one or more statements, without rows. */
	enum store_error (*execute)(struct database *database, const char *sql);
	/*
	 * Compiles a statement. The caller calls finish for *cursor, unless it is NULL, before it
	 * closes the database.
	 */
	enum store_error (*prepare)(
		struct database *database, const char *sql, struct cursor **cursor);
	void (*finish)(struct cursor *cursor);
	/*
	 * Bind parameter n, counted from 1. A parameter that is not bound is NULL. Text and bytes
	 * must live until reset.
	 */
	enum store_error (*bind_number)(struct cursor *cursor, int n, int64_t number);
	enum store_error (*bind_real)(struct cursor *cursor, int n, double number);
	enum store_error (*bind_text)(struct cursor *cursor, int n, const char *text, int length);
	enum store_error (*bind_bytes)(struct cursor *cursor, int n, const void *bytes, int size);
	/*
	 * Steps to the next row. If *row is true, the columns of the row, counted from 0, can be
	 * read until the next step or reset.
	 */
	enum store_error (*step)(struct cursor *cursor, bool *row);
	int64_t (*number)(struct cursor *cursor, int column);
	double (*real)(struct cursor *cursor, int column);
	/*
	 * Returns the text or bytes of a column, valid until the next step or reset; NULL if the
	 * column is NULL or empty.
	 */
	const void *(*bytes)(struct cursor *cursor, int column, size_t *size);
	/* Ends the run of a statement and clears its parameters. */
	void (*reset)(struct cursor *cursor);
	/* Returns the id of the last row inserted. */
	int64_t (*added)(struct database *database);

	/* Returns true within a transaction. An error in a statement can end the transaction. */
	bool (*writing)(struct database *database);
	/*
	 * Called before a commit. Returns STORE_MOVED if the database file was moved or deleted,
	 * STORE_UNLOGGED if its WAL was.
	 */
	enum store_error (*check)(struct database *database);
	/*
	 * Called after STORE_UNLOGGED. Saves earlier commits to the database file, see
	 * store_commit.
	 */
	void (*renew)(struct database *database);
	/* Implements store_check_integrity. */
	enum store_error (*inspect)(struct database *database);
	/* Returns the size of the WAL in bytes. */
	int64_t (*log_bytes)(struct database *database);
	/* Empties the WAL. Returns false if a reader still needs it. */
	bool (*scrub)(struct database *database);
	/* Turns the foreign key checks off (trusted) or on. */
	void (*trust)(struct database *database, bool trusted);

	/*
	 * Writes a copy to the file at path and runs sql in the copy. judge: as for
	 * store_backup, or NULL.
	 */
	enum store_error (*copy)(struct database *database, const char *path, const char *sql,
		const struct store_judge *judge);
	/*
	 * Writes a copy to PATH.schema-N beside the database, where N is the version, and runs sql
	 * in the copy.
	 */
	enum store_error (*keep)(struct database *database, int version, const char *sql);
	/*
	 * Writes the generation to the -generation file beside the database. sync: also waits for
	 * fsync.
	 */
	enum store_error (*note)(
		struct database *database, const struct generation *generation, bool sync);
	/*
	 * Reads the generation from the -generation file. Returns false if the file is absent or
	 * invalid.
	 */
	bool (*noted)(struct database *database, struct generation *generation);
};

extern const struct driver sqlite_driver;

#endif
