#include "storage/schema.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "storage/query.h"

/* "Mita": the application id in the head of our databases. */
#define SCHEMA_APPLICATION 0x4d697461

/* Where that stands in the file, big end first. */
enum { SCHEMA_MARK = 68 };

int schema_count(const char *const *migrations)
{
	int count = 0;

	while (migrations[count])
		count++;
	return count;
}

/* Reads one whole number; returns SQLite's code. */
static int schema_number(sqlite3 *db, const char *sql, sqlite3_int64 *number)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (code != SQLITE_OK)
		return code;
	if (sqlite3_step(statement) == SQLITE_ROW)
		*number = sqlite3_column_int64(statement, 0);
	return sqlite3_finalize(statement);
}

static int schema_execute(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int schema_version(sqlite3 *db)
{
	sqlite3_int64 version = 0;

	return schema_number(db, "PRAGMA user_version", &version) == SQLITE_OK ? (int)version : 0;
}

enum store_error schema_identify(sqlite3 *db, const char *const *migrations)
{
	sqlite3_int64 application = 0;
	sqlite3_int64 version = 0;
	sqlite3_int64 tables = 0;
	/* One look at all three: another program may be creating the database just now. */
	int code = schema_execute(db, "BEGIN");

	if (code == SQLITE_OK)
		code = schema_number(db, "SELECT count(*) FROM sqlite_schema", &tables);
	if (code == SQLITE_OK)
		code = schema_number(db, "PRAGMA application_id", &application);
	if (code == SQLITE_OK)
		code = schema_number(db, "PRAGMA user_version", &version);
	if (!sqlite3_get_autocommit(db))
		schema_execute(db, "COMMIT");
	if (code != SQLITE_OK)
		return query_error(db, code);
	if (application == 0 && version == 0 && tables == 0)
		return STORE_OK;
	if (application != SCHEMA_APPLICATION)
		return STORE_FOREIGN;
	return version > schema_count(migrations) ? STORE_NEWER : STORE_OK;
}

bool schema_heads(const char *path)
{
	unsigned char head[SCHEMA_MARK + 4];
	int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t length = -1;
	sqlite3_uint64 mark = 0;

	if (file >= 0) {
		length = read(file, head, sizeof(head));
		close(file);
	}
	for (size_t i = SCHEMA_MARK; length == (ssize_t)sizeof(head) && i < sizeof(head); i++)
		mark = mark << 8 | head[i];
	return length == 0 || mark == SCHEMA_APPLICATION;
}

/* Inside a transaction, so that of two programs that start at once only one migrates. */
static int schema_migrate(sqlite3 *db, const char *const *migrations)
{
	char stamp[96];
	sqlite3_int64 version = 0;
	int count = schema_count(migrations);
	int code = schema_number(db, "PRAGMA user_version", &version);

	if (version >= count)
		return code;
	for (sqlite3_int64 i = version; code == SQLITE_OK && i < count; i++)
		code = schema_execute(db, migrations[i]);
	snprintf(stamp, sizeof(stamp), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		SCHEMA_APPLICATION, count);
	return code == SQLITE_OK ? schema_execute(db, stamp) : code;
}

enum store_error schema_upgrade(sqlite3 *db, const char *const *migrations)
{
	sqlite3_int64 version = 0;
	enum store_error error;
	int code = schema_number(db, "PRAGMA user_version", &version);

	if (code == SQLITE_OK && version == schema_count(migrations))
		return STORE_OK;
	if (code == SQLITE_OK)
		code = schema_execute(db, "BEGIN IMMEDIATE");
	if (code == SQLITE_OK)
		code = schema_migrate(db, migrations);
	if (code == SQLITE_OK)
		code = schema_execute(db, "COMMIT");
	error = query_error(db, code);
	if (!sqlite3_get_autocommit(db))
		schema_execute(db, "ROLLBACK");
	return error;
}
