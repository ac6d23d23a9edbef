/* log.c - the write-ahead log (WAL) of a database. */
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "storage/sqlite/sqlite.h"

static const char *log_path(const struct database *database)
{
	return sqlite3_filename_wal(sqlite3_db_filename(database->db, "main"));
}

void sqlite_log_mind(struct database *database)
{
	struct stat file;
	/* SQLite opens the WAL with the first read. */
	enum store_error error = sqlite_run(database->db, "PRAGMA user_version");

	database->log = (struct sqlite_log){ 0 };
	if (!error && database->claim >= 0 && stat(log_path(database), &file) == 0)
		database->log = (struct sqlite_log){ file.st_dev, file.st_ino };
}

int64_t db_log_bytes(struct database *database)
{
	char path[PATH_MAX];
	struct stat log;
	return sqlite_beside(database, "-wal", path) && stat(path, &log) == 0 ? (int64_t)log.st_size
									      : 0;
}

int64_t db_disk_bytes(struct database *database)
{
	char path[PATH_MAX];
	struct statvfs disk;
	return sqlite_beside(database, "", path) && statvfs(path, &disk) == 0
		? (int64_t)(disk.f_bavail * disk.f_frsize)
		: -1;
}

bool sqlite_empty_log(struct database *database)
{
	return sqlite3_wal_checkpoint_v2(
		       database->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
}

/* Truncates the WAL. The database file needs no scrub: secure_delete overwrites deleted rows. */
bool db_scrub(struct database *database)
{
	sqlite3_busy_timeout(database->db, 0);
	bool scrubbed = sqlite_empty_log(database);
	sqlite3_busy_timeout(database->db, BUSY_MILLISECONDS);
	return scrubbed;
}

/*
 * Checks that the open files still have their names, because SQLite would write to deleted files.
 */
enum store_error db_check(struct database *database)
{
	struct stat log;
	int moved = 0;
	sqlite3_file_control(database->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	if (moved)
		return STORE_MOVED;
	if (database->log.inode == 0 ||
		(stat(log_path(database), &log) == 0 && log.st_ino == database->log.inode &&
			log.st_dev == database->log.device))
		return STORE_OK;
	return STORE_UNLOGGED;
}

/*
 * Checkpoints the deleted WAL, which SQLite still has open, into the database and begins a new WAL,
 * unless another file has the name of the WAL. If a step fails, the next batch tries again. Nothing
 * is lost, because the new WAL is begun only after the checkpoint.
 */
void db_renew(struct database *database)
{
	struct stat other;
	if (stat(log_path(database), &other) == 0 && other.st_size > 0)
		return;
	if (!sqlite_empty_log(database) ||
		sqlite_run(database->db,
			"PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL") != STORE_OK)
		return;
	sqlite_log_mind(database);
}
