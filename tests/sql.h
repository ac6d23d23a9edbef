/* sql.h - queries to a database, for tests. */
#ifndef TESTS_SQL_H
#define TESTS_SQL_H

#include <sqlite3.h>

#include "storage/schema.h"
#include "tests/at.h"

/* Runs a statement and returns the one number it gives. */
#define sql_number(db, sql) sql_number_at(HERE, db, sql)
static inline int64_t sql_number_at(AT, sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	equal_at(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	equal_at(sqlite3_step(statement), SQLITE_ROW);
	int64_t number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

/* Runs a statement on a database file, which a running bot may have open. Returns the one number
 * that it gives. */
#define sql_number_in(path, sql) sql_number_in_at(HERE, path, sql)
static inline int64_t sql_number_in_at(AT, const char *path, const char *sql)
{
	enum { BUSY_MS = 10000 };
	sqlite3 *db = NULL;
	equal_at(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	sqlite3_busy_timeout(db, BUSY_MS);
	int64_t number = sql_number_at(file, line, db, sql);
	sqlite3_close(db);
	return number;
}

/* Runs statements without results. */
#define sql_run(db, sql) sql_run_at(HERE, db, sql)
static inline void sql_run_at(AT, sqlite3 *db, const char *sql)
{
	equal_at(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* Opens a database file on a new connection and runs statements. The caller closes it. */
static inline sqlite3 *sql_open(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	sql_run(db, sql);
	return db;
}

/* Writes a database of the first schema with these rows to a file, as a program with that schema
 * left it. */
static inline void sql_make_first(const char *path, const char *rows)
{
	static const char mark[] = "PRAGMA application_id = 0x4d697461; PRAGMA user_version = 19";
	sqlite3 *db = sql_open(path, schema_steps[SCHEMA_FIRST]);
	sql_run(db, rows);
	sql_run(db, mark);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

#endif
