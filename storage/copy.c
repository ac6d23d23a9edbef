/* copy.c - copies of the database: backups, and the one kept before an upgrade. */
#include "storage/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/query.h"
#include "storage/schema.h"

/* What the file ending in -generation holds: two numbers, always as long. */
#define GENERATION_FORMAT "%016" PRIx64 " %016" PRIx64 "\n"
enum { GENERATION_DIGITS = 16, GENERATION_LENGTH = 2 * (GENERATION_DIGITS + 1) };

bool copy_path(const char *path, char plain[PATH_MAX])
{
	int length = snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path);

	return length > 0 && length < PATH_MAX;
}

bool copy_beside(const struct store *store, const char *tail, char path[PATH_MAX])
{
	const char *file = sqlite3_db_filename(store->db, "main");

	return store->claim >= 0 && snprintf(path, PATH_MAX, "%s%s", file, tail) < PATH_MAX;
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
		if (code == SQLITE_OK && schema_version(copy) >= SCHEMA_COPIED)
			code = sqlite3_exec(
				copy, "UPDATE settings SET copied = 1", NULL, NULL, NULL);
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

/* Whether a path is the name of what SQLite, or the bot, keeps beside a database. */
static bool backup_is_beside(const char *path)
{
	static const char *const tails[] = { "-wal", "-shm", "-journal", "-generation" };
	size_t length = strlen(path);

	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		size_t tail = strlen(tails[i]);

		if (length >= tail && strcmp(path + length - tail, tails[i]) == 0)
			return true;
	}
	return false;
}

/* A slip in the command line costs nobody their configuration, or /dev/null. */
static bool backup_replaces(const char *path)
{
	struct stat target;

	if (lstat(path, &target) != 0)
		return true;
	return S_ISREG(target.st_mode) && schema_heads(path);
}

/* Puts a copy in the place of what is at path. */
static enum store_error backup_make(struct store *store, const char *path)
{
	char part[PATH_MAX];
	enum store_error error;
	int file;

	if (snprintf(part, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX)
		return STORE_UNOPENED;
	file = mkstemp(part);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	close(file);
	error = backup_write(store, part);
	if (!error && rename(part, path) != 0)
		error = STORE_UNOPENED;
	if (error)
		unlink(part);
	return error;
}

enum store_error store_backup(struct store *store, const char *path)
{
	char plain[PATH_MAX];

	if (!copy_path(path, plain))
		return STORE_UNOPENED;
	if (store->writing || backup_is_beside(plain) || backup_endangers(store, plain) ||
		!backup_replaces(plain))
		return STORE_IN_USE;
	return backup_make(store, plain);
}

enum store_error copy_before_upgrade(struct store *store)
{
	char path[PATH_MAX];
	char tail[32];
	int version = schema_version(store->db);

	if (version == 0 || version == schema_count(schema_migrations))
		return STORE_OK;
	snprintf(tail, sizeof(tail), ".schema-%d", version);
	if (!copy_beside(store, tail, path) || backup_endangers(store, path))
		return STORE_UNCOPIED;
	store->found.upgraded = version;
	return backup_make(store, path) ? STORE_UNCOPIED : STORE_OK;
}

/* One of its numbers, and the sign behind it. */
static bool generation_number(const char *text, char behind, int64_t *number)
{
	char *end;

	*number = (int64_t)strtoull(text, &end, 16);
	return end == text + GENERATION_DIGITS && *end == behind;
}

/* What the file beside the database says; false: there is none that says anything. */
static bool generation_read(const struct store *store, struct generation *generation)
{
	char path[PATH_MAX];
	char text[GENERATION_LENGTH + 1] = "";
	ssize_t length = -1;
	int file = copy_beside(store, "-generation", path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;

	if (file >= 0) {
		length = read(file, text, GENERATION_LENGTH);
		close(file);
	}
	return length == GENERATION_LENGTH && generation_number(text, ' ', &generation->lineage) &&
		generation_number(text + GENERATION_DIGITS + 1, '\n', &generation->number);
}

/* Root leaves the file to whom the database belongs. */
static bool give_to_owner(const struct store *store, int file)
{
	struct stat database;

	return geteuid() != 0 ||
		(fstat(store->claim, &database) == 0 &&
			fchown(file, database.st_uid, database.st_gid) == 0);
}

/* In place: as short a text is there whole or not at all. */
static enum store_error generation_write(const struct store *store, bool sync)
{
	char path[PATH_MAX];
	char text[GENERATION_LENGTH + 1];
	bool written;
	int file;

	if (!copy_beside(store, "-generation", path))
		return STORE_UNOPENED;
	file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC ? STORE_FULL : STORE_UNOPENED;
	snprintf(text, sizeof(text), GENERATION_FORMAT, (uint64_t)store->generation.lineage,
		(uint64_t)store->generation.number);
	written = pwrite(file, text, GENERATION_LENGTH, 0) == GENERATION_LENGTH &&
		(!sync || (give_to_owner(store, file) && fsync(file) == 0));
	close(file);
	return written ? STORE_OK : STORE_FULL;
}

enum store_error copy_publish(struct store *store)
{
	struct query query;

	if (store->published)
		return STORE_OK;
	query = query_write(store, SQL_GENERATION_NEXT);
	store->published = query_row(&query);
	if (store->published) {
		store->generation.lineage = query_number(&query);
		store->generation.number = query_number(&query);
	}
	return query_end_found(&query);
}

void copy_published(struct store *store)
{
	/* What cannot be written down now is with the next that can: one copy less is noticed. */
	generation_write(store, false);
}

/* Whether the database is a copy, or the original that starts for the first time. */
static enum store_error copy_look(struct store *store, bool *copy, bool *first)
{
	struct query query = query_read(store, SQL_GENERATION);
	struct generation beside = { 0 };
	bool there = generation_read(store, &beside);
	int64_t lineage = 0;
	int64_t number = 0;

	if (query_row(&query)) {
		lineage = query_number(&query);
		number = query_number(&query);
		*copy = query_number(&query) != 0;
	}
	*copy = *copy || (there ? beside.lineage != lineage : number > 0) ||
		(there && number > 0 && beside.number > number);
	*first = number == 0;
	return query_end_found(&query);
}

static enum store_error copy_set_aside(struct store *store)
{
	struct query matches = query_write(store, SQL_SET_ASIDE);
	struct query settings;
	enum store_error error;

	while (query_row(&matches))
		store->found.set_aside++;
	error = query_end(&matches);
	if (error)
		return error;
	settings = query_write(store, SQL_GENERATION_FIRST);
	return query_end(&settings);
}

enum store_error copy_adopt(struct store *store)
{
	bool copy = false;
	bool first = false;
	enum store_error error = copy_look(store, &copy, &first);

	if (error || store->claim < 0 || !(copy || first))
		return error;
	if (copy)
		error = copy_set_aside(store);
	if (!error)
		error = copy_publish(store);
	/* The file first: killed in between, the next start does the same again. */
	if (!error)
		error = generation_write(store, true);
	if (error)
		store_rollback(store);
	return error ? error : store_commit(store);
}
