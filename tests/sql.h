/* sql.h - questions of tests to a database. */
#ifndef TESTS_SQL_H
#define TESTS_SQL_H

#include <sqlite3.h>

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

#endif
