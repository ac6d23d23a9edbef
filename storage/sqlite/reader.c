/*
 * reader.c - opens a database read-only, even in a folder without write permission, and without the
 * secrets of live matches.
 */
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

/* Writes the URI with which SQLite opens a file as immutable. */
static void write_uri(const char *path, char uri[URI_MAX])
{
	static const char begin[] = "file:";
	static const char end[] = "?immutable=1";
	char *at = uri;
	memcpy(at, begin, sizeof(begin));
	for (at += sizeof(begin) - 1; *path; path++)
		at += snprintf(at, 4, strchr("?#%", *path) ? "%%%02X" : "%c", (unsigned)*path);
	memcpy(at, end, sizeof(end));
}

static enum store_error try_to_read(sqlite3 *db)
{
	int64_t ignored;
	return sqlite_error(db, sqlite_number(db, "PRAGMA schema_version", &ignored));
}

/*
 * Reopens the database as immutable: otherwise SQLite cannot read a WAL database in a folder where
 * it cannot create the WAL.
 */
static enum store_error open_still(struct database *database, const char *path)
{
	char uri[URI_MAX];
	write_uri(path, uri);
	sqlite3_close(database->db);
	database->db = NULL;
	database->still = true;
	return sqlite_connect(
		uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, &database->db);
}

/* Columns with secrets of live matches. */
static const struct {
	const char *table, *column;
} secrets[] = { { "roots", "root" }, { "hands", "seed" } };

/*
 * Views with the names of these tables, so that every statement reads them instead. They leave out
 * the root of a live match, and the seeds of its last hand and of hands that are not dealt. Matches
 * with the same commitment share their seeds: while another one is live, all of them are left out.
 */
static const char veils[] =
	"CREATE TEMP VIEW roots AS SELECT match, CASE WHEN NOT EXISTS"
	" (SELECT 1 FROM main.roots o JOIN main.matches m ON m.id = o.match"
	"  WHERE o.commitment = r.commitment AND m.ended ISNULL) THEN root END AS root,"
	" commitment, told FROM main.roots r;"
	"CREATE TEMP VIEW hands AS SELECT match, hand, dealer, CASE WHEN"
	" ((SELECT ended FROM main.matches m WHERE m.id = h.match) NOTNULL OR"
	"  EXISTS (SELECT 1 FROM main.hands l"
	"   WHERE l.match = h.match AND l.hand > h.hand AND l.dealt = 1)) AND NOT EXISTS"
	" (SELECT 1 FROM main.roots r JOIN main.roots o ON o.commitment = r.commitment"
	"  JOIN main.matches m ON m.id = o.match"
	"  WHERE r.match = h.match AND o.match <> r.match AND m.ended ISNULL)"
	" THEN seed END AS seed, dealt FROM main.hands h";

/* Lets only the views read the secret columns. */
static int authorize(void *context, int action, const char *table, const char *column,
	const char *schema, const char *view)
{
	(void)context;
	for (size_t i = 0; action == SQLITE_READ && i < sizeof(secrets) / sizeof(*secrets); i++)
		if (strcmp(table, secrets[i].table) == 0 &&
			strcmp(column, secrets[i].column) == 0 && strcmp(schema, "main") == 0 &&
			(view == NULL || strcmp(view, table) != 0))
			return SQLITE_DENY;
	return SQLITE_OK;
}

enum store_error store_hide_secrets(struct store *store)
{
	sqlite3 *db = store->database->db;
	sqlite3_set_authorizer(db, authorize, NULL);
	return sqlite_run(db, veils);
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
	if ((read == STORE_READ_ONLY || read == STORE_UNOPENED) && !sqlite_has_log(path))
		error = open_still(database, path);
	return error;
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
