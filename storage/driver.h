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
	bool empty; /* without tables, application id and version */
	int64_t application;
	int64_t version;
};

/* Tells a copy from the original, see copy.h. */
struct generation {
	int64_t lineage;
	int64_t number;
};

struct driver {
	/*
	 * Opens the database at path; NULL: in memory. With `own` creates an absent file and locks
	 * it until it is closed, but writes nothing into it yet; else opens it read-only.
	 * The caller closes *database, even after an error, unless it is NULL.
	 */
	enum store_error (*open)(const char *path, bool own, struct database **database);
	void (*close)(struct database *database);
	/* See store_is_stale. Only for a read-only database. */
	bool (*stale)(struct database *database, const char *path);

	/* Reads the identity in one transaction, or in the one that is open. */
	enum store_error (*identify)(struct database *database, struct driver_mark *mark);
	/* Removes other users' access to its files and to its .schema-N copies up to version. */
	enum store_privacy (*shut)(struct database *database, int version);
	/* Prepares the database for writing. Called before the schema is created or upgraded. */
	enum store_error (*begin)(struct database *database);
	/* Turns on foreign keys and syncs the WAL. Called when the schema is up to date. */
	enum store_error (*ready)(struct database *database);
	/* Writes the application id and the schema version, within the caller's transaction. */
	enum store_error (*mark)(struct database *database, int32_t application, int32_t version);

	/* Runs one or more statements, without rows. */
	enum store_error (*execute)(struct database *database, const char *sql);
	/* Compiles a statement. The caller finishes *cursor, unless NULL, before it closes. */
	enum store_error (*prepare)(
		struct database *database, const char *sql, struct cursor **cursor);
	void (*finish)(struct cursor *cursor);
	/* Bind parameter n, from 1. Unbound ones are NULL. Text and bytes must live until reset. */
	enum store_error (*bind_number)(struct cursor *cursor, int n, int64_t number);
	enum store_error (*bind_real)(struct cursor *cursor, int n, double number);
	enum store_error (*bind_text)(struct cursor *cursor, int n, const char *text, int length);
	enum store_error (*bind_bytes)(struct cursor *cursor, int n, const void *bytes, int size);
	/* Steps. If *row is true, columns (from 0) can be read until the next step or reset. */
	enum store_error (*step)(struct cursor *cursor, bool *row);
	int64_t (*number)(struct cursor *cursor, int column);
	double (*real)(struct cursor *cursor, int column);
	/* Returns text or bytes, valid like the row; NULL if the column is NULL or empty. */
	const void *(*bytes)(struct cursor *cursor, int column, size_t *size);
	/* Ends the statement's run and clears its parameters. */
	void (*reset)(struct cursor *cursor);
	/* Returns the id of the last row inserted. */
	int64_t (*added)(struct database *database);

	/* Returns true within a transaction. An error can end one. */
	bool (*writing)(struct database *database);
	/* Checks before a commit: STORE_MOVED or STORE_UNLOGGED if the files were deleted. */
	enum store_error (*check)(struct database *database);
	/* Saves earlier commits after STORE_UNLOGGED, see store_commit. */
	void (*renew)(struct database *database);
	/* See store_check_integrity. */
	enum store_error (*inspect)(struct database *database);
	/* Returns the size of the WAL in bytes. */
	int64_t (*log_bytes)(struct database *database);
	/* Empties the WAL. Returns false if a reader still needs it. */
	bool (*scrub)(struct database *database);
	/* Turns the foreign key checks off (trusted) or on. */
	void (*trust)(struct database *database, bool trusted);

	/*
	 * Writes a copy to the file at path and runs sql in it. See store_backup_checked; the judge
	 * may be NULL.
	 */
	enum store_error (*copy)(struct database *database, const char *path, const char *sql,
		const struct store_judge *judge);
	/* Writes such a copy to PATH.schema-N beside the database; N is the version. */
	enum store_error (*keep)(struct database *database, int version, const char *sql);
	/* Writes the generation to a file beside the database; sync: waits for fsync. */
	enum store_error (*note)(
		struct database *database, const struct generation *generation, bool sync);
	/* Reads that file. Returns false if it is absent or invalid. */
	bool (*noted)(struct database *database, struct generation *generation);
};

extern const struct driver sqlite_driver;

#endif
