/* key.c - the file with the key of the sealed values, see seal.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "storage/sqlite/sqlite.h"

static bool read_key(const char *file, const char *tail, uint8_t key[STORE_SEAL_KEY])
{
	char path[PATH_MAX];
	if (!sqlite_outside(file, tail, path))
		return false;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t length = read(fd, key, STORE_SEAL_KEY);
	close(fd);
	return length == STORE_SEAL_KEY;
}

bool db_read_key(struct database *database, uint8_t key[STORE_SEAL_KEY])
{
	return read_key(sqlite3_db_filename(database->db, "main"), "-key", key);
}

bool db_read_key_of(const char *file, bool replaced, uint8_t key[STORE_SEAL_KEY])
{
	return read_key(file, replaced ? "-key.replaced" : "-key", key);
}

enum store_error db_write_key(struct database *database, const uint8_t key[STORE_SEAL_KEY])
{
	char path[PATH_MAX], aside[PATH_MAX];
	uint8_t old[STORE_SEAL_KEY];
	if (!sqlite_outside(sqlite3_db_filename(database->db, "main"), "-key", path))
		return STORE_OK; /* a database in memory has no file */
	/* Keep another key that is in the file. */
	if (db_read_key(database, old) && memcmp(old, key, sizeof(old)) != 0 &&
		(snprintf(aside, sizeof(aside), "%s.replaced", path) >= PATH_MAX ||
			rename(path, aside) != 0))
		return STORE_UNOPENED;
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	bool written = pwrite(file, key, STORE_SEAL_KEY, 0) == STORE_SEAL_KEY &&
		sqlite_give_to_owner(database, file) && fsync(file) == 0;
	close(file);
	sqlite_sync_folder(path);
	return written ? STORE_OK : STORE_FULL;
}
