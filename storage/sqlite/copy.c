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

/* Writes a copy and runs the statement that marks it. */
static enum store_error copy_write(
	struct database *database, const char *path, const struct db_copy_mark *mark)
{
	sqlite3 *copy = NULL;
	sqlite3_stmt *statement = NULL;
	enum store_error error = sqlite_connect(path, SQLITE_OPEN_READWRITE, &copy);
	if (!error) {
		sqlite3_backup *backup = sqlite3_backup_init(copy, "main", database->db, "main");
		/* GCOVR_EXCL_BR_START: it returns NULL only if memory runs out. */
		if (!backup)
			memory_exit(0);
		/* GCOVR_EXCL_BR_STOP */
		int code = sqlite3_backup_step(backup, -1);
		int end = sqlite3_backup_finish(backup);
		error = sqlite_error(copy, code == SQLITE_DONE ? end : code);
	}
	if (!error)
		error = sqlite_run(copy, "PRAGMA journal_mode = DELETE");
	if (!error) {
		int code = sqlite3_prepare_v2(copy, mark->sql, -1, &statement, NULL);
		if (code == SQLITE_OK && mark->key)
			code = sqlite3_bind_blob(
				statement, 1, mark->key, STORE_SEAL_KEY, SQLITE_STATIC);
		if (code == SQLITE_OK)
			code = sqlite3_step(statement);
		error = sqlite_error(copy, code);
	}
	sqlite3_finalize(statement);
	sqlite3_close(copy);
	return error;
}

/* Byte offset of the big-endian application_id in the head of a database. */
enum { HEAD_MARK = 68 };

/*
 * Returns true if path is free, an empty file, a database of the same application or the link to
 * one. A typing error must not destroy another file.
 */
static bool copy_replaces(struct database *database, const char *path)
{
	struct stat target;
	unsigned char head[HEAD_MARK + 4];
	int64_t application = 0, mark = 0;
	ssize_t length = -1;
	if (lstat(path, &target) != 0)
		return true;
	if ((!S_ISREG(target.st_mode) && !sqlite_is_home_link(path)) ||
		sqlite_number(database->db, "PRAGMA application_id", &application) != SQLITE_OK)
		return false;
	int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (file >= 0) {
		length = read(file, head, sizeof(head));
		close(file);
	}
	for (size_t i = HEAD_MARK; length == (ssize_t)sizeof(head) && i < sizeof(head); i++)
		mark = mark << 8 | head[i];
	return length == 0 || (length == (ssize_t)sizeof(head) && mark == application);
}

/*
 * Writes a copy to a temporary file, and renames it to path if the judge accepts it. Locks an older
 * database at path first, and fails if a program has that database open.
 */
static enum store_error copy_put(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge)
{
	enum store_error error = STORE_OK;
	struct stat ours, target;
	char part[PATH_MAX];
	int claim = -1, file = -1;
	if (stat(sqlite3_db_filename(database->db, "main"), &ours) == 0 &&
		stat(path, &target) == 0 && ours.st_dev == target.st_dev &&
		ours.st_ino == target.st_ino)
		return STORE_IN_USE;
	if (access(path, F_OK) == 0)
		error = sqlite_claim(path, &claim);
	/*
	 * Checkpoint and delete the WAL of the old database at path, because SQLite would apply it
	 * to the copy.
	 */
	if (!error && sqlite_has_log(path)) {
		sqlite3 *old = NULL;
		error = sqlite_connect(path, SQLITE_OPEN_READWRITE, &old);
		if (!error)
			error = sqlite_run(old, "PRAGMA journal_mode = DELETE");
		sqlite3_close(old);
	}
	if (!error && snprintf(part, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX)
		error = STORE_UNOPENED;
	if (!error && (file = mkstemp(part)) < 0)
		error = errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	if (!error) {
		close(file);
		error = copy_write(database, part, mark);
		if (!error && judge && !judge->accepts(judge->context, part))
			error = STORE_REFUSED;
		if (!error && rename(part, path) != 0)
			error = STORE_UNOPENED;
		if (error)
			unlink(part);
	}
	if (claim >= 0)
		close(claim);
	return error;
}

enum store_error db_copy(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge)
{
	/* The companion files of a database. */
	static const char *const tails[] = { "-wal", "-shm", "-journal", "-generation", "-control",
		"-key" };
	char plain[PATH_MAX];
	if (!sqlite_path(path, plain))
		return STORE_UNOPENED;
	size_t length = strlen(plain);
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		size_t tail = strlen(tails[i]);
		if (length >= tail && strcmp(plain + length - tail, tails[i]) == 0)
			return STORE_IN_USE;
	}
	if (!copy_replaces(database, plain))
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
