#include "storage/query.h"

#include <string.h>

static const struct driver *driver_of(const struct query *query)
{
	return query->store->database->driver;
}

struct query query_read(struct store *store, enum statement statement)
{
	struct query query = { .store = store, .cursor = store->cursors[statement] };
	if (!query.cursor) {
		query.error = driver_of(&query)->prepare(
			store->database, sql_statements[statement], &query.cursor);
		store->cursors[statement] = query.cursor;
	}
	return query;
}

static enum store_error turn_begin(struct store *store)
{
	if (store->spoilt || store->writing)
		return store->spoilt;
	struct query begin = query_read(store, SQL_BEGIN);
	store->spoilt = query_end(&begin);
	store->writing = !store->spoilt;
	return store->spoilt;
}

struct query query_write(struct store *store, enum statement statement)
{
	enum store_error error = turn_begin(store);
	struct query query = { .store = store, .error = error };
	if (!error)
		query = query_read(store, statement);
	query.writes = true;
	return query;
}

void query_bind_number(struct query *query, int64_t number)
{
	if (!query->error)
		query->error = driver_of(query)->bind_number(query->cursor, ++query->bound, number);
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
		query->error = driver_of(query)->bind_real(query->cursor, ++query->bound, number);
}

void query_bind_text(struct query *query, const char *text, size_t size)
{
	size_t length = text ? strnlen(text, size) : 0;
	if (!query->error && length == size)
		query->error = STORE_REFUSED;
	if (query->error)
		return;
	query->bound++;
	if (text)
		query->error =
			driver_of(query)->bind_text(query->cursor, query->bound, text, (int)length);
}

void query_bind_blob(struct query *query, const void *bytes, size_t size)
{
	if (!query->error)
		query->error = driver_of(query)->bind_bytes(
			query->cursor, ++query->bound, bytes, (int)size);
}

bool query_row(struct query *query)
{
	bool row;
	if (query->error || query->done)
		return false;
	query->error = driver_of(query)->step(query->cursor, &row);
	query->taken = 0;
	query->done = !row;
	query->found |= row;
	return row;
}

int64_t query_number(struct query *query)
{
	return driver_of(query)->number(query->cursor, query->taken++);
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
	return driver_of(query)->real(query->cursor, query->taken++);
}

void query_text(struct query *query, char *text, size_t size)
{
	size_t length;
	const unsigned char *stored =
		driver_of(query)->bytes(query->cursor, query->taken++, &length);
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
	const void *stored = driver_of(query)->bytes(query->cursor, query->taken++, &length);
	memset(bytes, 0, size);
	if (stored)
		memcpy(bytes, stored, length < size ? length : size);
}

/* Spoils the batch if a writing query failed, or if an error ended the transaction. */
static enum store_error query_judge(struct query *query)
{
	struct store *store = query->store;
	bool lost = store->writing && !store->database->driver->writing(store->database);
	if (query->error && (query->writes || lost) && !store->spoilt)
		store->spoilt = query->error;
	return query->error;
}

enum store_error query_end(struct query *query)
{
	if (query->writes || !query->found)
		while (query_row(query))
			;
	if (query->cursor)
		driver_of(query)->reset(query->cursor);
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
	*id = driver_of(query)->added(query->store->database);
	return error;
}

enum store_error query_run(struct store *store, enum statement statement, int64_t number)
{
	struct query query = query_write(store, statement);
	query_bind_number(&query, number);
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
