/* query.c - runs prepared statements, each compiled at its first use. */
#include "storage/query.h"

#include <string.h>

#include "storage/sqlite/sqlite.h"

static sqlite3_stmt *statement_of(const struct query *query)
{
	return query->store->database->prepared[query->statement];
}

/* Records the result of the last call of SQLite. */
static void check(struct query *query, int code)
{
	query->error = sqlite_error(query->store->database->db, code);
}

struct query query_read(struct store *store, enum statement statement)
{
	struct query query = { .store = store, .statement = statement };
	struct database *database = store->database;
	if (!database->prepared[statement])
		check(&query,
			sqlite3_prepare_v3(database->db, sql_statements[statement], -1,
				SQLITE_PREPARE_PERSISTENT, &database->prepared[statement], NULL));
	return query;
}

struct query query_write(struct store *store, enum statement statement)
{
	if (!store->spoilt && !store->writing) {
		struct query begin = query_read(store, SQL_BEGIN);
		store->spoilt = query_end(&begin);
		store->writing = !store->spoilt;
	}
	struct query query = { .store = store, .statement = statement, .error = store->spoilt };
	if (!query.error)
		query = query_read(store, statement);
	query.writes = true;
	return query;
}

void query_bind_number(struct query *query, int64_t number)
{
	if (!query->error)
		check(query, sqlite3_bind_int64(statement_of(query), ++query->bound, number));
}

struct query query_read_with(struct store *store, enum statement statement, int64_t number)
{
	struct query query = query_read(store, statement);
	query_bind_number(&query, number);
	return query;
}

struct query query_write_with(struct store *store, enum statement statement, int64_t number)
{
	struct query query = query_write(store, statement);
	query_bind_number(&query, number);
	return query;
}

void query_bind_present(struct query *query, int64_t number)
{
	if (number)
		query_bind_number(query, number);
	else
		query->bound++; /* skip the parameter: it is NULL unless bound */
}

void query_bind_real(struct query *query, double number)
{
	if (!query->error)
		check(query, sqlite3_bind_double(statement_of(query), ++query->bound, number));
}

void query_bind_text(struct query *query, const char *text, size_t size)
{
	size_t length = text ? strnlen(text, size) : 0;
	if (!query->error && length == size)
		query->error = STORE_REFUSED;
	if (!query->error)
		check(query,
			sqlite3_bind_text(statement_of(query), ++query->bound, text, (int)length,
				SQLITE_STATIC));
}

void query_bind_blob(struct query *query, const void *bytes, size_t size)
{
	if (!query->error)
		check(query,
			sqlite3_bind_blob(statement_of(query), ++query->bound, bytes, (int)size,
				SQLITE_STATIC));
}

bool query_row(struct query *query)
{
	if (query->error || query->done)
		return false;
	int code = sqlite3_step(statement_of(query));
	check(query, code);
	query->taken = 0;
	query->done = code != SQLITE_ROW;
	query->found |= !query->done;
	return !query->done;
}

int64_t query_number(struct query *query)
{
	return sqlite3_column_int64(statement_of(query), query->taken++);
}

unsigned query_unsigned(struct query *query)
{
	int64_t number = query_number(query);
	return number < 0 || number > UINT32_MAX ? 0 : (unsigned)number;
}

int32_t query_int32(struct query *query)
{
	int64_t number = query_number(query);
	return number < INT32_MIN || number > INT32_MAX ? 0 : (int32_t)number;
}

double query_real(struct query *query)
{
	return sqlite3_column_double(statement_of(query), query->taken++);
}

const void *query_bytes(struct query *query, size_t *length)
{
	int column = query->taken++;
	const void *bytes = sqlite3_column_blob(statement_of(query), column);
	*length = (size_t)sqlite3_column_bytes(statement_of(query), column);
	return bytes;
}

void query_text(struct query *query, char *text, size_t size)
{
	size_t length;
	const unsigned char *stored = query_bytes(query, &length);
	if (length >= size) {
		length = size - 1;
		while (length > 0 && (stored[length] & 0xc0) == 0x80)
			length--; /* do not cut a UTF-8 character */
	}
	if (stored)
		memcpy(text, stored, length);
	text[stored ? length : 0] = '\0';
}

void query_blob(struct query *query, void *bytes, size_t size)
{
	size_t length;
	const void *stored = query_bytes(query, &length);
	memset(bytes, 0, size);
	if (stored)
		memcpy(bytes, stored, length < size ? length : size);
}

/* Spoils the batch if a writing query failed, or if an error ended the transaction. */
static enum store_error query_judge(struct query *query)
{
	struct store *store = query->store;
	bool lost = store->writing && !db_is_writing(store->database);
	if (query->error && (query->writes || lost) && !store->spoilt)
		store->spoilt = query->error;
	return query->error;
}

enum store_error query_end(struct query *query)
{
	sqlite3_stmt *statement = statement_of(query);
	if (query->writes || !query->found)
		while (query_row(query))
			;
	if (statement) {
		sqlite3_reset(statement);
		sqlite3_clear_bindings(statement);
	}
	return query_judge(query);
}

enum store_error query_end_found(struct query *query)
{
	query_end(query);
	if (!query->error && !query->found)
		query->error = STORE_NONE;
	return query_judge(query);
}

enum store_error query_end_added(struct query *query, int64_t *id)
{
	enum store_error error = query_end(query);
	*id = sqlite3_last_insert_rowid(query->store->database->db);
	return error;
}

enum store_error query_run(struct store *store, enum statement statement, int64_t number)
{
	struct query query = query_write_with(store, statement, number);
	return query_end(&query);
}

enum store_error query_run_all(
	struct store *store, const enum statement *statements, size_t count, int64_t number)
{
	enum store_error error = STORE_OK;
	for (size_t i = 0; !error && i < count; i++)
		error = query_run(store, statements[i], number);
	return error;
}
