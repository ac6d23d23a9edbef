/* reader.c - opens a database read-only, even in a folder without write permission. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "storage/query.h"
#include "storage/sqlite/sqlite.h"

static const char log_tail[] = "-wal";

static bool find_log(const char *path, struct stat *file)
{
	char log[PATH_MAX + sizeof(log_tail)];
	snprintf(log, sizeof(log), "%s%s", path, log_tail);
	return stat(log, file) == 0;
}

bool sqlite_has_log(const char *path)
{
	struct stat file;
	return find_log(path, &file);
}

/* Room for the URI of a path of PATH_MAX bytes that are all percent-encoded. */
enum { URI_MAX = 3 * PATH_MAX + 32 };

static enum store_error try_to_read(sqlite3 *db)
{
	int64_t ignored;
	return sqlite_error(db, sqlite_number(db, "PRAGMA schema_version", &ignored));
}

enum store_error sqlite_reader(struct database *database, const char *path)
{
	struct stat file = { .st_ino = 0 };
	stat(path, &file);
	enum store_error error =
		sqlite_connect(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, &database->db);
	if (error)
		return error;
	database->file = (struct sqlite_log){ file.st_dev, file.st_ino };
	enum store_error read = try_to_read(database->db);
	if ((read != STORE_READ_ONLY && read != STORE_UNOPENED) || sqlite_has_log(path))
		return STORE_OK;
	/*
	 * Reopen the database as immutable: otherwise SQLite cannot read a WAL database in a folder
	 * where it cannot create the WAL.
	 */
	char uri[URI_MAX] = "file:";
	char *at = uri + strlen(uri);
	for (; *path; path++)
		at += snprintf(at, 4, strchr("?#%", *path) ? "%%%02X" : "%c", (unsigned)*path);
	snprintf(at, (size_t)(uri + sizeof(uri) - at), "?immutable=1");
	sqlite3_close(database->db);
	database->db = NULL;
	database->still = true;
	return sqlite_connect(
		uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, &database->db);
}

/*
 * Closes a reader. SQLite created a WAL for the reader, but only a writer deletes a WAL. So the
 * function opens and closes the database once more as a writer. SQLite's locks protect a WAL that
 * another program uses.
 */
void sqlite_reader_close(struct database *database)
{
	char path[PATH_MAX];
	sqlite3 *writer = NULL;
	struct stat log;
	snprintf(path, sizeof(path), "%s", sqlite3_db_filename(database->db, "main"));
	sqlite3_close(database->db);
	if (database->still || !find_log(path, &log) || log.st_size > 0)
		return;
	if (sqlite_connect(path, SQLITE_OPEN_READWRITE, &writer) == STORE_OK)
		try_to_read(writer);
	sqlite3_close(writer);
}

bool store_is_stale(struct store *store, const char *path)
{
	const struct database *database = store->database;
	char plain[PATH_MAX];
	struct stat file;
	return !sqlite_path(path, plain) || stat(plain, &file) != 0 ||
		file.st_ino != database->file.inode || file.st_dev != database->file.device ||
		(database->still && sqlite_has_log(plain));
}
