/* copy.c - copies of a database: one file each, with no log beside it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/sqlite/sqlite.h"

/* Copies page by page; what the source refuses for a moment leaves no copy either. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	int code;
	int end;

	if (!backup)
		return sqlite3_errcode(to);
	code = sqlite3_backup_step(backup, -1);
	end = sqlite3_backup_finish(backup);
	return code == SQLITE_DONE ? end : code;
}

/* Runs sql in a copy, if its schema has at least so many steps. */
static enum store_error copy_mark(sqlite3 *copy, const char *sql, int steps)
{
	int64_t version = 0;
	int code = sqlite_number(copy, "PRAGMA user_version", &version);

	if (code != SQLITE_OK || version < steps)
		return sqlite_error(copy, code);
	return sqlite_run(copy, sql);
}

static enum store_error copy_write(
	struct sqlite *sqlite, const char *path, const char *sql, int steps)
{
	sqlite3 *copy = NULL;
	enum store_error error = sqlite_connect(path, SQLITE_OPEN_READWRITE, &copy);

	if (!error)
		error = sqlite_error(copy, copy_pages(sqlite->db, copy));
	if (!error)
		error = sqlite_run(copy, "PRAGMA journal_mode = DELETE");
	if (!error)
		error = copy_mark(copy, sql, steps);
	sqlite3_close(copy);
	return error;
}

/* A file with a log beside it is open somewhere, or was when its program died. */
static bool copy_endangers(struct sqlite *sqlite, const char *path)
{
	char log[PATH_MAX];
	struct stat ours;
	struct stat target;

	if (snprintf(log, PATH_MAX, "%s-wal", path) >= PATH_MAX || access(log, F_OK) == 0)
		return true;
	return stat(sqlite3_db_filename(sqlite->db, "main"), &ours) == 0 &&
		stat(path, &target) == 0 && ours.st_dev == target.st_dev &&
		ours.st_ino == target.st_ino;
}

enum store_error sqlite_copy(
	struct database *database, const char *path, const char *sql, int steps)
{
	struct sqlite *sqlite = sqlite_of(database);
	char plain[PATH_MAX];
	char part[PATH_MAX];
	enum store_error error;
	int file;

	if (!sqlite_path(path, plain) || snprintf(part, PATH_MAX, "%s.XXXXXX", plain) >= PATH_MAX)
		return STORE_UNOPENED;
	if (copy_endangers(sqlite, plain))
		return STORE_IN_USE;
	file = mkstemp(part);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	close(file);
	error = copy_write(sqlite, part, sql, steps);
	if (!error && rename(part, plain) != 0)
		error = STORE_UNOPENED;
	if (error)
		unlink(part);
	return error;
}

enum store_error sqlite_keep(struct database *database, int version, const char *sql, int steps)
{
	char path[PATH_MAX];
	char tail[32];

	snprintf(tail, sizeof(tail), ".schema-%d", version);
	if (!sqlite_beside(sqlite_of(database), tail, path))
		return STORE_UNOPENED;
	return sqlite_copy(database, path, sql, steps);
}
