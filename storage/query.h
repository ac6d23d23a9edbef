/*
 * query.h - how the verbs of the store talk to the database. Only for storage/.
 *
 * A query is begun, its parameters are bound in order, its rows are stepped through and their
 * columns taken in order, and it is ended. The first error ends it early: the steps in between do
 * nothing then, and query_end tells.
 */
#ifndef STORAGE_QUERY_H
#define STORAGE_QUERY_H

#include <stddef.h>

#include "sql/statements.h"
#include "storage/driver.h"
#include "storage/store.h"

struct store {
	struct database *database;
	bool writing;   /* the batch has begun its transaction */
	bool scrub;     /* logs may hold what was forgotten */
	bool published; /* in this batch, which made it generation */
	struct generation generation;
	struct store_findings found;       /* when it was opened */
	int64_t commits;                   /* of batches that wrote something */
	enum store_error spoilt;           /* why this batch cannot be committed any more */
	struct cursor *cursors[SQL_COUNT]; /* prepared when first used */
};

struct query {
	struct store *store;
	struct cursor *cursor;
	bool writes;
	bool found; /* a row was stepped to */
	bool done;
	int bound;
	int taken;
	enum store_error error;
};

struct query query_read(struct store *store, enum statement statement);
/* As query_read, and begins the batch's transaction; an error of this query spoils the batch. */
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
