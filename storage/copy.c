/* copy.c - copies of the database: backups, and the one kept before an upgrade. */
#include "storage/copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/query.h"
#include "storage/schema.h"

bool copy_path(const char *path, char plain[PATH_MAX])
{
	int length = snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path);

	return length > 0 && length < PATH_MAX;
}

/* Copies page by page; what the source refuses for a moment leaves no copy either. */
static int backup_pages(sqlite3 *from, sqlite3 *to)
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

/* Copies the whole database into the file at path, as one file with no log beside it. */
static enum store_error backup_write(struct store *store, const char *path)
{
	sqlite3 *copy = NULL;
	enum store_error error = query_open(path, SQLITE_OPEN_READWRITE, &copy);
	int code;

	if (!error) {
		code = backup_pages(store->db, copy);
		if (code == SQLITE_OK)
			code = sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
		error = query_error(copy, code);
	}
	sqlite3_close(copy);
	return error;
}

/* A file with a log beside it is open somewhere, or was when its program died. */
static bool backup_endangers(struct store *store, const char *path)
{
	char log[PATH_MAX];
	struct stat ours;
	struct stat target;

	if (snprintf(log, PATH_MAX, "%s-wal", path) >= PATH_MAX || access(log, F_OK) == 0)
		return true;
	return stat(sqlite3_db_filename(store->db, "main"), &ours) == 0 &&
		stat(path, &target) == 0 && ours.st_dev == target.st_dev &&
		ours.st_ino == target.st_ino;
}

enum store_error store_backup(struct store *store, const char *path)
{
	char plain[PATH_MAX];
	char part[PATH_MAX];
	enum store_error error;
	int file;

	if (!copy_path(path, plain) || snprintf(part, PATH_MAX, "%s.XXXXXX", plain) >= PATH_MAX)
		return STORE_UNOPENED;
	if (store->writing || backup_endangers(store, plain))
		return STORE_IN_USE;
	file = mkstemp(part);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	close(file);
	error = backup_write(store, part);
	if (!error && rename(part, plain) != 0)
		error = STORE_UNOPENED;
	if (error)
		unlink(part);
	return error;
}

enum store_error copy_before_upgrade(struct store *store)
{
	char path[PATH_MAX];
	const char *file = sqlite3_db_filename(store->db, "main");
	int version = schema_version(store->db);

	if (version == 0 || version == schema_count(schema_migrations) || !file || !*file)
		return STORE_OK;
	if (snprintf(path, PATH_MAX, "%s.schema-%d", file, version) >= PATH_MAX)
		return STORE_UNCOPIED;
	store->found.upgraded = version;
	return store_backup(store, path) ? STORE_UNCOPIED : STORE_OK;
}
