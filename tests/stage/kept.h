/* kept.h - helpers for tests of restarts and of the database: a stage whose database is a file. The
 * test can restart the bot, or change the file as another program would. */
#ifndef TESTS_STAGE_KEPT_H
#define TESTS_STAGE_KEPT_H

#include "tests/folder.h"
#include "tests/sql.h"
#include "tests/stage/case.h"

struct kept {
	struct stage stage;
	char folder[FOLDER_PATH];
	char database[PATH_MAX];
};

/* Defines a test with the parameter `stage`. The stage has a database file. */
#define KEPT_CASE(name) CASE_WITH(name, struct stage *stage, kept_open, kept_close)

static inline int kept_open(void **state)
{
	struct kept *kept = malloc(sizeof *kept);
	assert_non_null(kept);
	folder_make(kept->folder);
	folder_file(kept->folder, "stage.db", kept->database);
	stage_open(&kept->stage, stage_keys, kept->database);
	*state = kept;
	return 0;
}

static inline int kept_close(void **state)
{
	struct kept *kept = *state;
	stage_close(&kept->stage);
	folder_remove(kept->folder);
	free(kept);
	return 0;
}

/* Turns off the log, because the test expects errors. */
static inline void kept_hush(struct stage *stage)
{
	stage->log.level = 0;
}

static inline sqlite3 *kept_database(const struct stage *stage)
{
	sqlite3 *db;
	assert_non_null(stage->database);
	assert_int_equal(sqlite3_open(stage->database, &db), SQLITE_OK);
	return db;
}

/* Returns the number that an SQL query on the database file gives. */
static inline int64_t kept_asked(const struct stage *stage, const char *sql)
{
	sqlite3 *db = kept_database(stage);
	int64_t number = sql_number(db, sql);
	sqlite3_close(db);
	return number;
}

/* Runs SQL on the database file, as another program would. */
static inline void kept_meddle(const struct stage *stage, const char *sql)
{
	sqlite3 *db = kept_database(stage);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* Renames a database table, so that the bot cannot read it; kept_show restores its name. */
static inline void kept_hide(const struct stage *stage, const char *table)
{
	char sql[80];
	snprintf(sql, sizeof sql, "ALTER TABLE %s RENAME TO hidden", table);
	kept_meddle(stage, sql);
}

static inline void kept_show(const struct stage *stage, const char *table)
{
	char sql[80];
	snprintf(sql, sizeof sql, "ALTER TABLE hidden RENAME TO %s", table);
	kept_meddle(stage, sql);
}

/* Locks the database file, as another program would, until the test closes the returned
 * connection. */
static inline sqlite3 *kept_lock(const struct stage *stage)
{
	sqlite3 *db = kept_database(stage);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return db;
}

/* Restarts the bot after a crash. sql: changes the database before the restart; may be NULL. */
static inline void kept_restart(struct stage *stage, const char *sql)
{
	const struct catalogue *texts = stage->texts;
	const char *database = stage->database;
	bool hushed = stage->log.level == 0;
	assert_non_null(database);
	stage_close(stage);
	if (sql != NULL)
		kept_meddle(stage, sql);
	if (hushed)
		stage_open_quietly(stage, texts, database);
	else
		stage_open(stage, texts, database);
}

#endif
