/* privacy.c - removes other users' access to the files of a database: they have secret seeds. */
#include <stdio.h>
#include <sys/stat.h>

#include "storage/sqlite/sqlite.h"

enum { OTHERS = 077 };

static enum store_privacy file_privacy(const char *path)
{
	struct stat file;
	if (lstat(path, &file) != 0 || !S_ISREG(file.st_mode) || !(file.st_mode & OTHERS))
		return STORE_PRIVATE;
	/* Not fchmod: closing a descriptor would drop SQLite's POSIX locks on the file. */
	return chmod(path, file.st_mode & 0700) == 0 ? STORE_MADE_PRIVATE : STORE_EXPOSED;
}

static enum store_privacy worse(enum store_privacy one, enum store_privacy other)
{
	return one > other ? one : other;
}

enum store_privacy db_shut(struct database *database, int version)
{
	static const char *const beside[] = { "", "-wal", "-shm", "-generation" };
	enum store_privacy all = STORE_PRIVATE;
	char path[PATH_MAX];
	char tail[32];
	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++)
		if (sqlite_beside(database, beside[i], path))
			all = worse(all, file_privacy(path));
	/* 0: the key; above: copies from before upgrades */
	for (int i = 0; i <= version; i++) {
		snprintf(tail, sizeof(tail), i > 0 ? ".schema-%d" : "-key", i);
		if (sqlite_outside(sqlite3_db_filename(database->db, "main"), tail, path))
			all = worse(all, file_privacy(path));
	}
	return all;
}
