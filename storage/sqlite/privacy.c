/* privacy.c - removes other users' access to the files of a database: they have secret seeds. */
#include <stdio.h>
#include <sys/stat.h>

#include "storage/sqlite/sqlite.h"

enum { OTHERS = 077 };

static enum store_privacy file_privacy(const struct database *database, const char *tail)
{
	char path[PATH_MAX];
	struct stat file;
	if (!sqlite_beside(database, tail, path) || lstat(path, &file) != 0 ||
		!S_ISREG(file.st_mode) || !(file.st_mode & OTHERS))
		return STORE_PRIVATE;
	/* Not fchmod: closing a descriptor would drop SQLite's POSIX locks on the file. */
	return chmod(path, file.st_mode & 0700) == 0 ? STORE_MADE_PRIVATE : STORE_EXPOSED;
}

enum store_privacy db_shut(struct database *database, int version)
{
	static const char *const tails[] = { "", "-wal", "-shm", "-generation" };
	enum store_privacy all = STORE_PRIVATE;
	char tail[32];
	int count = (int)(sizeof(tails) / sizeof(*tails));
	for (int i = 0; i < count + version; i++) {
		snprintf(tail, sizeof(tail), ".schema-%d", i - count + 1);
		enum store_privacy one = file_privacy(database, i < count ? tails[i] : tail);
		all = one > all ? one : all;
	}
	return all;
}
