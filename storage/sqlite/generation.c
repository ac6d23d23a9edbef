/* generation.c - the -generation file beside a database, see copy.h. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

bool db_noted(struct database *database, struct generation *generation)
{
	char path[PATH_MAX];
	char text[GENERATION_LENGTH + 1] = "";
	ssize_t length = -1;
	bool named = sqlite_beside(database, "-generation", path);
	int file = named ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (file >= 0) {
		length = read(file, text, GENERATION_LENGTH);
		close(file);
	}
	return length == GENERATION_LENGTH && read_number(text, &generation->lineage) &&
		read_number(text + GENERATION_DIGITS + 1, &generation->number);
}

/*
 * If the process runs as root, gives the file to the owner of the database. Returns false on
 * failure.
 */
static bool give_to_owner(const struct database *database, int file)
{
	struct stat owned;
	return geteuid() != 0 ||
		(fstat(database->claim, &owned) == 0 &&
			fchown(file, owned.st_uid, owned.st_gid) == 0);
}

/* Overwrites the file in place, because such a short text is written whole or not at all. */
enum store_error db_note(struct database *database, const struct generation *generation, bool sync)
{
	char path[PATH_MAX];
	char text[GENERATION_LENGTH + 1];
	if (!sqlite_beside(database, "-generation", path))
		return STORE_UNOPENED;
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNNOTED;
	snprintf(text, sizeof(text), GENERATION_FORMAT, (uint64_t)generation->lineage,
		(uint64_t)generation->number);
	bool written = pwrite(file, text, GENERATION_LENGTH, 0) == GENERATION_LENGTH &&
		(!sync || (give_to_owner(database, file) && fsync(file) == 0));
	close(file);
	return written ? STORE_OK : STORE_FULL;
}
