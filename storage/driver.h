/*
 * driver.h - what the store needs of a database. Only for storage/.
 *
 * A kind of database is a folder that fills in one table of functions and embeds a struct database,
 * as its first member, in what it keeps of an open one. Statements come in the SQL of storage/sql,
 * which is SQLite's; how files, logs and locks work only the driver knows. Errors are those of the
 * store.
 */
#ifndef STORAGE_DRIVER_H
#define STORAGE_DRIVER_H

#include <stddef.h>

#include "storage/store.h"

struct database {
	const struct driver *driver;
};

/* A prepared statement, whatever the driver makes of it. */
struct cursor;

/* What a database says of itself. */
struct driver_mark {
	bool empty;
	int64_t application;
	int64_t version;
};

/* How far a database has come, see copy.h. */
struct generation {
	int64_t lineage;
	int64_t number;
};

struct driver {
	/*
	 * Opens what path names, to own it or only to be read; NULL: in memory. Who is to own it
	 * creates it when absent and claims it until it is closed; nothing is written into it yet.
	 * *database is NULL or to be closed, whatever is returned.
	 */
	enum store_error (*open)(const char *path, bool own, struct database **database);
	void (*close)(struct database *database);
	/* Of one that is only read: see store_stale. */
	bool (*stale)(struct database *database, const char *path);

	/* In one look, inside a transaction or not. */
	enum store_error (*identify)(struct database *database, struct driver_mark *mark);
	/* Makes its files private, and the copies kept of it when its version was below this one.
	 */
	enum store_privacy (*shut)(struct database *database, int version);
	/* Before its schema is upgraded, if it must be: from now on it is written to. */
	enum store_error (*begin)(struct database *database);
	/* After that: from now on rows that others refer to are kept. */
	enum store_error (*ready)(struct database *database);
	/* Writes down, in a transaction, whose it is and the version of its schema. */
	enum store_error (*mark)(struct database *database, int32_t application, int32_t version);

	/* Runs statements that give no rows. */
	enum store_error (*execute)(struct database *database, const char *sql);
	/* *cursor is NULL or to be finished, before the database is closed. */
	enum store_error (*prepare)(
		struct database *database, const char *sql, struct cursor **cursor);
	void (*finish)(struct cursor *cursor);
	/* Parameters from 1, NULL until bound; text and bytes must live until reset. */
	enum store_error (*bind_number)(struct cursor *cursor, int n, int64_t number);
	enum store_error (*bind_real)(struct cursor *cursor, int n, double number);
	enum store_error (*bind_text)(struct cursor *cursor, int n, const char *text, int length);
	enum store_error (*bind_bytes)(struct cursor *cursor, int n, const void *bytes, int size);
	/* *row: there is one, whose columns, from 0, can be read until the next step or reset. */
	enum store_error (*step)(struct cursor *cursor, bool *row);
	int64_t (*number)(struct cursor *cursor, int column);
	double (*real)(struct cursor *cursor, int column);
	/* Text or bytes; NULL for NULL and when there are none. */
	const void *(*bytes)(struct cursor *cursor, int column, size_t *size);
	/* Lets parameters and rows go. */
	void (*reset)(struct cursor *cursor);
	/* The id of the row added last. */
	int64_t (*added)(struct database *database);

	/* True within a transaction: an error may have ended it. */
	bool (*writing)(struct database *database);
	/* Before a commit: whether what it writes would last. */
	enum store_error (*check)(struct database *database);
	/* After a commit that check found to be STORE_UNLOGGED: saves what came before. */
	void (*renew)(struct database *database);
	/* Reads all of it; STORE_DAMAGED: it contradicts itself. */
	enum store_error (*inspect)(struct database *database);
	/* The size of logs. */
	int64_t (*log_bytes)(struct database *database);
	/* Takes out of logs what was deleted; false: not now, as somebody still reads there. */
	bool (*scrub)(struct database *database);
	/* That deleted rows are referred to by none is taken for granted, or looked up. */
	void (*trust)(struct database *database, bool trusted);

	/*
	 * Writes a copy to the file at path and runs sql in it. The judge, unless NULL, is asked
	 * before the copy replaces what is there.
	 */
	enum store_error (*copy)(struct database *database, const char *path, const char *sql,
		const struct store_judge *judge);
	/* The same to a file beside the database, named by its version. */
	enum store_error (*keep)(struct database *database, int version, const char *sql);
	/* Notes outside of the database how far it has come; sync: to be on disk for certain. */
	enum store_error (*note)(
		struct database *database, const struct generation *generation, bool sync);
	/* What was noted; false: nothing. */
	bool (*noted)(struct database *database, struct generation *generation);
};

/* The kinds there are. */
extern const struct driver sqlite_driver;

#endif
