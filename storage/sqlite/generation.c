/* generation.c - the -generation file beside a database, see copy.h. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "storage/sqlite/sqlite.h"

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
