/* copy.c - writes copies of a database: single files without a WAL. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "storage/sqlite/sqlite.h"

static int copy_pages(sqlite3 *from, sqlite3 *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	/* GCOVR_EXCL_BR_START: only memory that runs out leaves no backup. */
	if (!backup)
		memory_exit(0);
	/* GCOVR_EXCL_BR_STOP */
	int code = sqlite3_backup_step(backup, -1);
	int end = sqlite3_backup_finish(backup);
	return code == SQLITE_DONE ? end : code;
}

/* Runs the statement that marks a copy. */
static enum store_error copy_mark(sqlite3 *copy, const struct db_copy_mark *mark)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(copy, mark->sql, -1, &statement, NULL);
	if (code == SQLITE_OK && mark->key)
		code = sqlite3_bind_blob(statement, 1, mark->key, STORE_SEAL_KEY, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	enum store_error error = sqlite_error(copy, code);
	sqlite3_finalize(statement);
	return error;
}

static enum store_error copy_write(
	struct database *database, const char *path, const struct db_copy_mark *mark)
{
	sqlite3 *copy = NULL;
	enum store_error error = sqlite_connect(path, SQLITE_OPEN_READWRITE, &copy);
	if (!error)
		error = sqlite_error(copy, copy_pages(database->db, copy));
	if (!error)
		error = sqlite_run(copy, "PRAGMA journal_mode = DELETE");
	if (!error)
		error = copy_mark(copy, mark);
	sqlite3_close(copy);
	return error;
}

/* Returns true if path is the open database itself. */
static bool copy_is_source(struct database *database, const char *path)
{
	struct stat ours;
	struct stat target;
	return stat(sqlite3_db_filename(database->db, "main"), &ours) == 0 &&
		stat(path, &target) == 0 && ours.st_dev == target.st_dev &&
		ours.st_ino == target.st_ino;
}

/* Returns true if path has the name of a companion file of a database. */
static bool copy_is_beside(const char *path)
{
	static const char *const tails[] = { "-wal", "-shm", "-journal", "-generation", "-control",
		"-key" };
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		size_t tail = strlen(tails[i]);
		if (length >= tail && strcmp(path + length - tail, tails[i]) == 0)
			return true;
	}
	return false;
}

/* Byte offset of the big-endian application_id in the head of a database. */
enum { HEAD_MARK = 68 };

/* Returns true if a file is empty or has that application_id. */
static bool copy_is_headed(const char *path, int64_t application)
{
	unsigned char head[HEAD_MARK + 4];
	int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t length = -1;
	int64_t mark = 0;
	if (file >= 0) {
		length = read(file, head, sizeof(head));
		close(file);
	}
	for (size_t i = HEAD_MARK; length == (ssize_t)sizeof(head) && i < sizeof(head); i++)
		mark = mark << 8 | head[i];
	return length == 0 || (length == (ssize_t)sizeof(head) && mark == application);
}

/*
 * Returns true if path is free, an empty file, a database of the same application or the link to
 * one. A typing error must not destroy another file.
 */
static bool copy_replaces(struct database *database, const char *path)
{
	struct stat target;
	int64_t application = 0;
	if (lstat(path, &target) != 0)
		return true;
	return (S_ISREG(target.st_mode) || sqlite_is_home_link(path)) &&
		sqlite_number(database->db, "PRAGMA application_id", &application) == SQLITE_OK &&
		copy_is_headed(path, application);
}

/*
 * Checkpoints and deletes the WAL of the database that will be replaced, because SQLite would apply
 * that WAL to the copy. Fails if another connection has the database open.
 */
static enum store_error copy_fold(const char *path)
{
	sqlite3 *db = NULL;
	enum store_error error = sqlite_connect(path, SQLITE_OPEN_READWRITE, &db);
	if (!error)
		error = sqlite_run(db, "PRAGMA journal_mode = DELETE");
	sqlite3_close(db);
	return error;
}

/* Writes a copy to a temporary file and renames it to path if the judge accepts it. */
static enum store_error copy_make(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge)
{
	char part[PATH_MAX];
	if (snprintf(part, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX)
		return STORE_UNOPENED;
	int file = mkstemp(part);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	close(file);
	enum store_error error = copy_write(database, part, mark);
	if (!error && judge && !judge->accepts(judge->context, part))
		error = STORE_REFUSED;
	if (!error && rename(part, path) != 0)
		error = STORE_UNOPENED;
	if (error)
		unlink(part);
	return error;
}

/*
 * Writes a copy to path. Locks an older database at path first, and fails if a program has that
 * database open.
 */
static enum store_error copy_put(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge)
{
	enum store_error error = STORE_OK;
	int claim = -1;
	if (copy_is_source(database, path))
		return STORE_IN_USE;
	if (access(path, F_OK) == 0)
		error = sqlite_claim(path, &claim);
	if (!error && sqlite_has_log(path))
		error = copy_fold(path);
	if (!error)
		error = copy_make(database, path, mark, judge);
	if (claim >= 0)
		close(claim);
	return error;
}

enum store_error db_copy(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge)
{
	char plain[PATH_MAX];
	if (!sqlite_path(path, plain))
		return STORE_UNOPENED;
	if (copy_is_beside(plain) || !copy_replaces(database, plain))
		return STORE_IN_USE;
	return copy_put(database, plain, mark, judge);
}

enum store_error db_keep(struct database *database, int version, const struct db_copy_mark *mark)
{
	char path[PATH_MAX];
	char tail[32];
	snprintf(tail, sizeof(tail), ".schema-%d", version);
	if (!sqlite_outside(sqlite3_db_filename(database->db, "main"), tail, path))
		return STORE_UNOPENED;
	return copy_put(database, path, mark, NULL);
}

enum store_error sqlite_write_clean(struct database *database, const char *path)
{
	sqlite3_stmt *statement = NULL;
	if (!sqlite_empty_log(database))
		return STORE_LOCKED;
	if (unlink(path) != 0 && errno != ENOENT)
		return STORE_UNOPENED;
	int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	int code = sqlite3_prepare_v2(database->db, "VACUUM INTO ?", -1, &statement, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	enum store_error error = sqlite_error(database->db, code);
	sqlite3_finalize(statement);
	if (!error && (!sqlite_give_to_owner(database, file) || fsync(file) != 0))
		error = STORE_IO;
	close(file);
	return error;
}
