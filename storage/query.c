#include "storage/query.h"

#include <errno.h>
#include <string.h>

/* The system's last error on the database file or, with log, on the log beside it. */
static int file_errno(sqlite3 *db, bool log)
{
	sqlite3_file *file = NULL;
	int cause = 0;

	sqlite3_file_control(
		db, "main", log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods)
		file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &cause);
	return cause;
}

/* SQLite itself knows a full disk, but not a used up quota or a file as large as it may be. */
static bool is_full(int cause)
{
	return cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
}

static enum store_error disk_error(sqlite3 *db, int extended)
{
	switch (extended) {
	case SQLITE_IOERR_NOMEM: return STORE_MEMORY;
	case SQLITE_IOERR_CORRUPTFS: return STORE_DAMAGED;
	case SQLITE_IOERR_SHMSIZE: return STORE_FULL; /* no room for the index of the log */
	case SQLITE_IOERR_WRITE:
		return is_full(file_errno(db, false)) || is_full(file_errno(db, true)) ? STORE_FULL
										       : STORE_IO;
	default: return STORE_IO;
	}
}

enum store_error query_error(sqlite3 *db, int code)
{
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE: return STORE_OK;
	case SQLITE_FULL: return STORE_FULL;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return STORE_LOCKED;
	case SQLITE_READONLY:
		return code == SQLITE_READONLY_DBMOVED ? STORE_MOVED : STORE_READ_ONLY;
	case SQLITE_PERM:
	case SQLITE_AUTH: return STORE_READ_ONLY;
	case SQLITE_CORRUPT:
	case SQLITE_ERROR: return STORE_DAMAGED; /* our SQL is right: the schema is not */
	case SQLITE_NOTADB: return STORE_FOREIGN;
	case SQLITE_CANTOPEN: return STORE_UNOPENED;
	case SQLITE_NOMEM: return STORE_MEMORY;
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_TOOBIG: return STORE_REFUSED;
	default: return disk_error(db, code);
	}
}

enum store_error query_open(const char *path, int flags, sqlite3 **db)
{
	int code = sqlite3_open_v2(path, db, flags, NULL);

	if (!*db)
		return STORE_MEMORY;
	sqlite3_extended_result_codes(*db, 1);
	return query_error(*db, code);
}

static sqlite3_stmt *statement_prepared(struct store *store, enum statement statement, int *code)
{
	sqlite3_stmt **slot = &store->statements[statement];

	*code = SQLITE_OK;
	if (!*slot)
		*code = sqlite3_prepare_v3(store->db, sql_statements[statement], -1,
			SQLITE_PREPARE_PERSISTENT, slot, NULL);
	return *slot;
}

struct query query_read(struct store *store, enum statement statement)
{
	struct query query = { .store = store };
	int code;

	query.statement = statement_prepared(store, statement, &code);
	query.error = query_error(store->db, code);
	return query;
}

static enum store_error turn_begin(struct store *store)
{
	struct query begin;

	if (store->spoilt || store->writing)
		return store->spoilt;
	begin = query_read(store, SQL_BEGIN);
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

static void query_check(struct query *query, int code)
{
	if (!query->error)
		query->error = query_error(query->store->db, code);
}

void query_bind_number(struct query *query, int64_t number)
{
	if (!query->error)
		query_check(query, sqlite3_bind_int64(query->statement, ++query->bound, number));
}

void query_bind_present(struct query *query, int64_t number)
{
	if (number)
		query_bind_number(query, number);
	else
		query->bound++; /* parameters are NULL until bound */
}

void query_bind_real(struct query *query, double number)
{
	if (!query->error)
		query_check(query, sqlite3_bind_double(query->statement, ++query->bound, number));
}

void query_bind_text(struct query *query, const char *text, size_t size)
{
	size_t length = text ? strnlen(text, size) : 0;

	if (!query->error && text && length == size)
		query->error = STORE_REFUSED;
	if (query->error)
		return;
	query->bound++;
	if (text)
		query_check(query,
			sqlite3_bind_text(
				query->statement, query->bound, text, (int)length, SQLITE_STATIC));
}

void query_bind_blob(struct query *query, const void *bytes, size_t size)
{
	if (!query->error)
		query_check(query,
			sqlite3_bind_blob(
				query->statement, ++query->bound, bytes, (int)size, SQLITE_STATIC));
}

bool query_row(struct query *query)
{
	int code;

	if (query->error || query->done)
		return false;
	code = sqlite3_step(query->statement);
	query_check(query, code);
	query->taken = 0;
	query->done = code != SQLITE_ROW;
	query->found |= code == SQLITE_ROW;
	return code == SQLITE_ROW;
}

int64_t query_number(struct query *query)
{
	return sqlite3_column_int64(query->statement, query->taken++);
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
	return sqlite3_column_double(query->statement, query->taken++);
}

void query_text(struct query *query, char *text, size_t size)
{
	const unsigned char *stored = sqlite3_column_text(query->statement, query->taken);
	size_t length = (size_t)sqlite3_column_bytes(query->statement, query->taken++);

	if (length >= size) {
		length = size - 1;
		while (length > 0 && (stored[length] & 0xc0) == 0x80)
			length--; /* never inside a UTF-8 character */
	}
	if (stored)
		memcpy(text, stored, length);
	text[stored ? length : 0] = '\0';
}

void query_blob(struct query *query, void *bytes, size_t size)
{
	const void *stored = sqlite3_column_blob(query->statement, query->taken);
	size_t length = (size_t)sqlite3_column_bytes(query->statement, query->taken++);

	memset(bytes, 0, size);
	if (stored)
		memcpy(bytes, stored, length < size ? length : size);
}

/* An error of a writing query, and any that made SQLite give the transaction up, spoils the turn.
 */
static enum store_error query_judge(struct query *query)
{
	struct store *store = query->store;
	bool lost = store->writing && sqlite3_get_autocommit(store->db);

	if (query->error && (query->writes || lost) && !store->spoilt)
		store->spoilt = query->error;
	return query->error;
}

enum store_error query_end(struct query *query)
{
	if (query->writes || !query->found)
		while (query_row(query))
			;
	if (query->statement) {
		sqlite3_reset(query->statement);
		sqlite3_clear_bindings(query->statement);
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

	*id = sqlite3_last_insert_rowid(query->store->db);
	return error;
}
