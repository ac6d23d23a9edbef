/*
 * query.h - runs prepared statements for the functions of the store. Only for storage/.
 *
 * The order is: begin a query, bind its parameters from left to right, step through its rows and
 * take their columns from left to right, end it. After an error the calls in between do nothing,
 * and query_end returns the error.
 */
#ifndef STORAGE_QUERY_H
#define STORAGE_QUERY_H

#include <stddef.h>

#include "sql/statements.h"
#include "storage/db.h"
#include "storage/store.h"

struct store {
	struct database *database;
	bool writing;                 /* the batch has begun its transaction */
	bool scrub;                   /* the WAL may contain deleted personal data */
	bool published;               /* this batch advanced the generation */
	struct generation generation; /* value at the start, or after this batch advanced it */
	struct store_findings found;  /* set by store_open */
	int64_t commits;              /* number of committed batches with writes */
	enum store_error spoilt;      /* the first error of this batch: it will roll back */
	int version;                  /* schema version when the database was opened */
	bool keyed;                   /* the key is known, see seal.h */
	uint8_t key[STORE_SEAL_KEY];
	uint8_t *box; /* buffer for one sealed value, see seal.h */
	size_t room;  /* size of `box` in bytes */
};

struct query {
	struct store *store;
	enum statement statement;
	bool writes;
	bool found; /* there was at least one row */
	bool done;  /* all rows were stepped through */
	int bound;  /* parameters bound so far */
	int taken;  /* columns of this row taken so far */
	enum store_error error;
};

struct query query_read(struct store *store, enum statement statement);
/* Like query_read, but begins the batch's transaction; an error of this query spoils the batch. */
struct query query_write(struct store *store, enum statement statement);
/* Like query_read and query_write, but also bind the first parameter. */
struct query query_read_with(struct store *store, enum statement statement, int64_t number);
struct query query_write_with(struct store *store, enum statement statement, int64_t number);

void query_bind_number(struct query *query, int64_t number);
/* Binds an id or a time; 0 becomes NULL. */
void query_bind_present(struct query *query, int64_t number);
void query_bind_real(struct query *query, double number);
/*
 * Bind a text or a blob, which may be NULL and must live until query_end. A text that does not fit
 * size bytes with its NUL gives STORE_REFUSED.
 */
void query_bind_text(struct query *query, const char *text, size_t size);
void query_bind_blob(struct query *query, const void *bytes, size_t size);

/* Steps to the next row. Returns false at the end or after an error. */
bool query_row(struct query *query);
/* Take the next column. NULL becomes 0, "" or zero bytes; a number out of range becomes 0. */
int64_t query_number(struct query *query);
unsigned query_unsigned(struct query *query);
int32_t query_int32(struct query *query);
double query_real(struct query *query);
void query_text(struct query *query, char *text, size_t size);
void query_blob(struct query *query, void *bytes, size_t size);
/*
 * Takes the next column. Returns its bytes, valid until the next step or query_end. Returns NULL if
 * the column is NULL or empty.
 */
const void *query_bytes(struct query *query, size_t *length);
/* Takes the next four columns: id, network, key and name of a person. Defined in people.c. */
struct store_person;
void query_person(struct query *query, struct store_person *person);

/* Runs a writing statement to its end and resets it. Zero rows are not an error. */
enum store_error query_end(struct query *query);
/* Like query_end, but returns STORE_NONE if the query found no row. */
enum store_error query_end_found(struct query *query);
/* Like query_end, for an INSERT: sets *id to the id of the new row. */
enum store_error query_end_added(struct query *query, int64_t *id);
/* Runs a writing statement with one parameter. */
enum store_error query_run(struct store *store, enum statement statement, int64_t number);
/* Runs writing statements in turn, with the same parameter, until one fails. */
enum store_error query_run_all(
	struct store *store, const enum statement *statements, size_t count, int64_t number);

#endif
