/*
 * db.h - an open database file. Only for storage/.
 *
 * storage/sqlite/ has these functions and the functions of query.h, and it alone knows SQLite,
 * files, logs and locks. Statements are in SQLite's dialect (storage/sql).
 */
#ifndef STORAGE_DB_H
#define STORAGE_DB_H

#include "storage/store.h"

struct database; /* private to storage/sqlite/ */

/* Size of the key of sealed values in bytes, see seal.h. */
enum { STORE_SEAL_KEY = 32 };

/* The identity in the head of a database file. */
struct db_mark {
	bool empty; /* true if the file has neither tables nor an application id nor a version */
	int64_t application;
	int64_t version;
};

/* The numbers that distinguish a copy from the original, see copy.h. */
struct generation {
	int64_t lineage;
	int64_t number;
};

/*
 * Opens the database at path; NULL: in memory. With `own`, creates the file if it is absent and
 * locks it until the database is closed, but writes nothing into it yet. Without `own`, opens the
 * file read-only. The caller closes *opened, even after an error.
 */
enum store_error db_open(const char *path, bool own, struct database **opened);
void db_close(struct database *database);

/* Reads the identity within one transaction: the open transaction, or else a new one. */
enum store_error db_identify(struct database *database, struct db_mark *mark);
/*
 * Removes other users' access to the database's files, and to its .schema-N copies with N up to
 * version.
 */
enum store_privacy db_shut(struct database *database, int version);
/* Prepares the database for writing. Called before the schema is created or upgraded. */
enum store_error db_begin(struct database *database);
/* Turns on foreign key checks and syncs the WAL. Called when the schema is up to date. */
enum store_error db_ready(struct database *database);
/* Writes the application id and the schema version, within the caller's transaction. */
enum store_error db_set_mark(struct database *database, int32_t application, int32_t version);
/* Runs one or more statements, without rows. */
enum store_error db_execute(struct database *database, const char *sql);

/* Returns true within a transaction. An error in a statement can end the transaction. */
bool db_is_writing(struct database *database);
/*
 * Called before a commit. Returns STORE_MOVED if the database file was moved or deleted,
 * STORE_UNLOGGED if its WAL was.
 */
enum store_error db_check(struct database *database);
/* Called after STORE_UNLOGGED. Saves earlier commits to the database file, see store_commit. */
void db_renew(struct database *database);
/* Returns the size of the WAL in bytes. */
int64_t db_log_bytes(struct database *database);
/* Returns the number of bytes that can still be written beside the database, or -1 if unknown. */
int64_t db_disk_bytes(struct database *database);
/* Empties the WAL. Returns false if a reader still needs it. */
bool db_scrub(struct database *database);
/* Turns the foreign key checks off (trusted) or on. */
void db_trust(struct database *database, bool trusted);

/* The statement that marks a copy. */
struct db_copy_mark {
	const char *sql;    /* a statement that runs in the copy */
	const uint8_t *key; /* its parameter, the key of sealed values; NULL: no parameter */
};
/* Writes a copy to the file at path and marks it. judge: as for store_backup. */
enum store_error db_copy(struct database *database, const char *path,
	const struct db_copy_mark *mark, const struct store_judge *judge);
/* Writes a copy to PATH.schema-N, where N is the version, and marks it. */
enum store_error db_keep(struct database *database, int version, const struct db_copy_mark *mark);
/* Reads the key file. Returns false if it is absent or too short, or cannot be read. */
bool db_read_key(struct database *database, uint8_t key[STORE_SEAL_KEY]);
/*
 * Reads the key file of another database file. With `replaced`, reads the older key that was kept
 * beside that key file.
 */
bool db_read_key_of(const char *file, bool replaced, uint8_t key[STORE_SEAL_KEY]);
/*
 * Writes the key file and waits for fsync. A file with another key is first renamed to
 * KEY.replaced.
 */
enum store_error db_write_key(struct database *database, const uint8_t key[STORE_SEAL_KEY]);
/*
 * Writes the generation to the -generation file beside the database. sync: also waits for fsync.
 */
enum store_error db_note(struct database *database, const struct generation *generation, bool sync);
/*
 * Reads the generation from the -generation file. Returns false if the file is absent or invalid.
 */
bool db_noted(struct database *database, struct generation *generation);

#endif
