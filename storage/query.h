/*
 * query.h - how the verbs of the store talk to SQLite. Only for storage/.
 *
 * A query is begun, its parameters are bound in order, its rows are stepped through and their
 * columns taken in order, and it is ended. The first error ends it early: the steps in between do
 * nothing then, and query_end tells.
 */
#ifndef STORAGE_QUERY_H
#define STORAGE_QUERY_H

#include <sqlite3.h>
#include <stddef.h>
#include <sys/types.h>

#include "sql/statements.h"
#include "storage/store.h"

/* How far a database has come, see copy.h. */
struct generation {
	int64_t lineage;
	int64_t number;
};

/* Which file the log of a database is. */
struct log_file {
	dev_t device;
	ino_t inode; /* 0: there is none */
};

struct store {
	sqlite3 *db;
	int claim;           /* descriptor that holds the owner's lock, or -1 */
	bool writing;        /* the turn has begun its transaction */
	bool scrub;          /* the log may hold what was forgotten */
	struct log_file log; /* which SQLite has open */
	bool published;      /* in this turn, which made it generation */
	struct generation generation;
	struct store_findings found;         /* when it was opened */
	int64_t commits;                     /* of turns that wrote something */
	enum store_error spoilt;             /* why this turn cannot be committed any more */
	sqlite3_stmt *statements[SQL_COUNT]; /* prepared when first used */
};

struct query {
	struct store *store;
	sqlite3_stmt *statement;
	bool writes;
	bool found; /* a row was stepped to */
	bool done;
	int bound;
	int taken;
	enum store_error error;
};

/* Opens a database with SQLite's flags; *db is the caller's to close even then when it fails. */
enum store_error query_open(const char *path, int flags, sqlite3 **db);
/* The store's error for SQLite's code, just after db returned it. */
enum store_error query_error(sqlite3 *db, int code);

struct query query_read(struct store *store, enum statement statement);
/* As query_read, and begins the turn's transaction; an error of this query spoils the turn. */
struct query query_write(struct store *store, enum statement statement);

void query_bind_number(struct query *query, int64_t number);
/* 0 is bound as NULL: ids and times that are not there. */
void query_bind_present(struct query *query, int64_t number);
void query_bind_real(struct query *query, double number);
/*
 * Text and blobs must live until query_end. NULL is bound as NULL; text that does not fit size
 * bytes with its NUL is refused.
 */
void query_bind_text(struct query *query, const char *text, size_t size);
void query_bind_blob(struct query *query, const void *bytes, size_t size);

/* Steps to the next row; false when there is none. */
bool query_row(struct query *query);
/* NULL is taken as 0, an empty text or zero bytes; a number out of the range asked for as 0. */
int64_t query_number(struct query *query);
unsigned query_unsigned(struct query *query);
int32_t query_int32(struct query *query);
double query_real(struct query *query);
void query_text(struct query *query, char *text, size_t size);
void query_blob(struct query *query, void *bytes, size_t size);

/* Runs what writes to its end and lets the statement go; no row is no error. */
enum store_error query_end(struct query *query);
/* The same for a query that should find something: STORE_NONE if it did not. */
enum store_error query_end_found(struct query *query);
/* The same for a query that adds a row: its id. */
enum store_error query_end_added(struct query *query, int64_t *id);

#endif
