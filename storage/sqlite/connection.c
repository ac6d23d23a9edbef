#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "storage/sqlite/sqlite.h"

bool sqlite_path(const char *path, char plain[PATH_MAX])
{
	return snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path) < PATH_MAX;
}

bool sqlite_beside(const struct database *database, const char *tail, char path[PATH_MAX])
{
	const char *file = sqlite3_db_filename(database->db, "main");
	/* GCOVR_EXCL_BR_START: SQLite opens no path that long. */
	return database->claim >= 0 && snprintf(path, PATH_MAX, "%s%s", file, tail) < PATH_MAX;
	/* GCOVR_EXCL_BR_STOP */
}

/* Returns the length of the path NAME if file is NAME-data/NAME, else the length of file. */
static size_t outside_length(const char *file)
{
	static const char home[] = HOME_TAIL;
	const char *name = strrchr(file, '/');
	size_t length = strlen(file);
	if (!name)
		return length;
	size_t named = length - (size_t)(name + 1 - file);
	size_t begin = length - named - 1; /* length of the folder's path, without the slash */
	size_t tail = sizeof(home) - 1;
	bool owned = begin >= named + tail && memcmp(file + begin - tail, home, tail) == 0 &&
		memcmp(file + begin - tail - named, name + 1, named) == 0 &&
		(begin == named + tail || file[begin - tail - named - 1] == '/');
	return owned ? begin - tail : length;
}

bool sqlite_outside(const char *file, const char *tail, char path[PATH_MAX])
{
	return file[0] != '\0' &&
		snprintf(path, PATH_MAX, "%.*s%s", (int)outside_length(file), file, tail) <
		PATH_MAX;
}

bool sqlite_give_to_owner(const struct database *database, int file)
{
	struct stat owned;
	return geteuid() != 0 ||
		(fstat(database->claim, &owned) == 0 &&
			fchown(file, owned.st_uid, owned.st_gid) == 0);
}

void sqlite_sync_folder(const char *file)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(file, '/');
	int length = slash ? (int)(slash - file) + 1 : 0;
	snprintf(folder, sizeof(folder), "%.*s", slash ? length : 1, slash ? file : ".");
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

enum store_error sqlite_connect(const char *path, int flags, sqlite3 **db)
{
	int code = sqlite3_open_v2(path, db, flags, NULL);
	/* GCOVR_EXCL_BR_START: SQLite gives no handle only if memory runs out. */
	if (!*db)
		memory_exit(0);
	/* GCOVR_EXCL_BR_STOP */
	sqlite3_extended_result_codes(*db, 1);
	return sqlite_error(*db, code);
}

enum store_error sqlite_run(sqlite3 *db, const char *sql)
{
	return sqlite_error(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
}

int sqlite_number(sqlite3 *db, const char *sql, int64_t *number)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (code != SQLITE_OK)
		return code;
	if (sqlite3_step(statement) == SQLITE_ROW)
		*number = sqlite3_column_int64(statement, 0);
	return sqlite3_finalize(statement);
}

/*
 * Keep *claim open until SQLite's handle is closed: closing it earlier would drop SQLite's POSIX
 * locks.
 */
enum store_error sqlite_claim(const char *path, int *claim)
{
	struct stat file;
	*claim = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (*claim < 0)
		return STORE_UNOPENED;
	if (fstat(*claim, &file) != 0 || !S_ISREG(file.st_mode))
		return STORE_FOREIGN;
	if (flock(*claim, LOCK_EX | LOCK_NB) == 0)
		return STORE_OK;
	return errno == EWOULDBLOCK ? STORE_OWNED : STORE_IO;
}
