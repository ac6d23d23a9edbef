/*
 * companion.c - the files beside a database: its generation, its key, and the access of other
 * users.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/sqlite/sqlite.h"

/* ---- the -generation file, see copy.h ---- */

/* Lineage and number in hexadecimal, of fixed length. */
#define GENERATION_FORMAT "%016" PRIx64 " %016" PRIx64 "\n"
enum { GENERATION_DIGITS = 16, GENERATION_LENGTH = 2 * GENERATION_DIGITS + 2 };

/* Reads a hexadecimal number of fixed length. Returns false for any other text. */
static bool read_number(const char *text, int64_t *number)
{
	char *end;
	*number = (int64_t)strtoull(text, &end, 16);
	return end == text + GENERATION_DIGITS;
}

/* Builds the path of the generation file of a database file. */
static bool name_file(const char *path, char name[PATH_MAX])
{
	return snprintf(name, PATH_MAX, "%s-generation", path) < PATH_MAX;
}

bool sqlite_read_generation(const char *path, struct generation *generation)
{
	char name[PATH_MAX];
	char text[GENERATION_LENGTH + 1] = "";
	ssize_t length = -1;
	int file = name_file(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	if (file >= 0) {
		length = read(file, text, GENERATION_LENGTH);
		close(file);
	}
	return length == GENERATION_LENGTH && read_number(text, &generation->lineage) &&
		read_number(text + GENERATION_DIGITS + 1, &generation->number);
}

/* Overwrites the file in place, because such a short text is written whole or not at all. */
static enum store_error write_file(const struct database *database, const char *path,
	const struct generation *generation, bool sync)
{
	char name[PATH_MAX];
	char text[GENERATION_LENGTH + 1];
	int file = name_file(path, name) ? open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNNOTED;
	snprintf(text, sizeof(text), GENERATION_FORMAT, (uint64_t)generation->lineage,
		(uint64_t)generation->number);
	bool written = pwrite(file, text, GENERATION_LENGTH, 0) == GENERATION_LENGTH &&
		(!sync || (sqlite_give_to_owner(database, file) && fsync(file) == 0));
	close(file);
	return written ? STORE_OK : STORE_FULL;
}

enum store_error sqlite_write_generation(
	const struct database *database, const char *path, const struct generation *generation)
{
	return write_file(database, path, generation, true);
}

bool db_noted(struct database *database, struct generation *generation)
{
	return database->claim >= 0 &&
		sqlite_read_generation(sqlite3_db_filename(database->db, "main"), generation);
}

enum store_error db_note(struct database *database, const struct generation *generation, bool sync)
{
	if (database->claim < 0)
		return STORE_UNOPENED;
	return write_file(database, sqlite3_db_filename(database->db, "main"), generation, sync);
}

/* ---- the file with the key of the sealed values, see seal.h ---- */

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
	/* If the file has another key, rename the file to keep that key. */
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

/* ---- access: the files have secret seeds ---- */

enum { OTHERS = 077 };

static enum store_privacy file_privacy(const char *path)
{
	struct stat file;
	if (lstat(path, &file) != 0 || !S_ISREG(file.st_mode) || !(file.st_mode & OTHERS))
		return STORE_PRIVATE;
	/*
	 * Use chmod, not fchmod: closing a descriptor would drop SQLite's POSIX locks on the file.
	 */
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
