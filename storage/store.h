/*
 * store.h - the bot's database: opening, batches, copies. The functions for its tables are in
 * people.h, matches.h, journal.h and other headers of this folder.
 *
 * The store keeps ids, seeds and the text of moves, but knows no rules of games. The first write of
 * a batch begins a transaction; store_commit commits all writes of the batch or rolls all of them
 * back. A write that fails, or finds no row to change, spoils the batch: later writes fail with the
 * same error and store_commit rolls back. The next batch starts clean.
 *
 * In all these headers, unless stated otherwise: ids are above 0; times are Unix seconds; strings
 * are UTF-8 and copied; a string that does not fit its STORE_… size (NUL included) is refused with
 * STORE_REFUSED; a function returns STORE_OK or an error; after an error its output is undefined.
 */
#ifndef STORAGE_STORE_H
#define STORAGE_STORE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	STORE_NAME = 256,
	STORE_FULL_NAME = 2 * STORE_NAME, /* a name with the name of its network */
	STORE_KEY = 272,
	STORE_PASSWORD = 128, /* a hashed password */
	STORE_ADDRESS = 400,  /* user@host */
	STORE_CHANNEL = 256,
	STORE_WORD = 32,     /* a game, preset, level or preference */
	STORE_OPTIONS = 256, /* all options of a table */
	STORE_MOVE = 64,
	STORE_MASK = 208,
	STORE_SEED = 32,
	STORE_NONCE = 65,
	STORE_SEATS = 16 /* maximum number of seats of a match, numbered from 0 */
};

#define STORE_ERRORS(X) \
	X(OK, "done") \
	X(NONE, "not found in the database") \
	X(FULL, "the disk is full; make room") \
	X(READ_ONLY, \
		"the database or its folder is read-only; check owner, permissions and mount") \
	X(LOCKED, "the database is locked by another program; end that program or wait for it") \
	X(OWNED, "a bot is running on this database; stop it first") \
	X(IN_USE, "only a copy that no program has open can be replaced; name another file") \
	X(MOVED, "the database file was moved or deleted; nothing is stored until it is put back") \
	X(UNLOGGED, "the database's -wal file was deleted or replaced; move the new one away") \
	X(DAMAGED, "the database is damaged; restore a backup") \
	X(KEYLESS, "the key file (-key) is missing or wrong; put it back, or see mitaines rekey") \
	X(PRUNED, "the moves of this match were pruned; only its result and ratings are stored") \
	X(BROKEN, "the stored moves of this match cannot be replayed") \
	X(OLDER, "an older mitaines wrote this database; start the bot once to upgrade it") \
	X(OUTDATED, "a trial version wrote this database; move it away to begin with a new one") \
	X(UNCOPIED, "cannot copy the database beside itself before the upgrade; make room there") \
	X(NEWER, \
		"a newer mitaines wrote this database; run that version or restore an older copy") \
	X(FOREIGN, \
		"the file is not a mitaines database, or its header is damaged; check its path") \
	X(EMPTY, "the file is empty; check its path") \
	X(UNNOTED, \
		"cannot open the -generation file beside the database; give it to the same owner") \
	X(UNOPENED, "cannot open or create the file; check its folder, owner and permissions") \
	X(REFUSED, "the new data contradicts stored data; please report this as a bug") \
	X(IO, "the disk failed (I/O error); check the disk and the log of the system")
enum store_error {
#define X(name, text) STORE_##name,
	STORE_ERRORS(X)
#undef X
		STORE_ERROR_COUNT
};

/* Returns the text of an error, a static clause in English: lower case, no full stop. */
const char *store_error_text(enum store_error error);

struct store;

/*
 * Opens the database file at path for writing, and locks it until store_close. Creates an absent
 * file, readable by its user only. Path NULL: opens a database in memory. Upgrades an older schema
 * in one transaction, after a copy was written to PATH.schema-N, where N is the old version.
 * Returns STORE_OWNED if another store has the lock, STORE_UNCOPIED if that copy fails. On STORE_OK
 * the caller owns *store until store_close. On an error *store is NULL and the file is unchanged. A
 * process that owns a database must not open the same file a second time. Without an upgrade,
 * store_open is fast at any size, because it checks only the head of the file. Damage elsewhere in
 * the file is reported when the damaged part is read.
 */
enum store_error store_open(const char *path, struct store **store);
/*
 * Opens an existing database read-only, even while a bot owns it. Writes are refused. Returns
 * STORE_EMPTY for an empty file, and STORE_OLDER for an older schema, unless `older` is set: then
 * only store_backup may be called.
 */
enum store_error store_open_read_only(const char *path, bool older, struct store **store);
/*
 * Lets a reader see what the database has sealed, by its key file, by the key in a copy, or by the
 * key file of another database file, which may be NULL. Without this, secret roots and seeds read
 * as zeros, and secret moves, hashes of passwords and network data as empty. Returns STORE_KEYLESS
 * if no key fits.
 */
enum store_error store_unseal(struct store *store, const char *other);
/*
 * Returns true if a reader must open path again: the file was replaced or deleted, or a program
 * began to write a database that was opened as immutable, in a read-only folder.
 */
bool store_is_stale(struct store *store, const char *path);
/* Access of other users to the files of a database. */
enum store_privacy {
	STORE_PRIVATE,
	STORE_MADE_PRIVATE, /* other users had access until store_open took it away */
	STORE_EXPOSED       /* other users have access, and chmod failed */
};

/* Results of store_open to report to the operator. */
struct store_findings {
	int upgraded; /* schema version before the upgrade, N of PATH.schema-N; 0: no upgrade */
	unsigned set_aside; /* live matches that were set aside because the database is a copy */
	enum store_privacy privacy;
	bool moved; /* the database was moved into its folder, see home.h */
};
struct store_findings store_get_findings(const struct store *store);
/*
 * Requests a scrub of the WAL after the next commit, so that no file has the bytes of deleted rows
 * any more. If a reader prevents the scrub, every later commit tries again.
 */
void store_request_scrub(struct store *store);
/* The losses that store_rekey reports after a key was lost. */
struct store_losses {
	bool renewed;       /* the key was lost, and the database has another one */
	unsigned matches;   /* live matches that were set aside */
	unsigned passwords; /* people whose password was dropped */
};
/*
 * Makes a new key for a database whose key is lost, and deletes all sealed values: live matches are
 * set aside, passwords dropped, data of networks forgotten. If the key is there, deletes nothing.
 * In either case opens the database like store_open.
 */
enum store_error store_rekey(
	const char *path, int64_t now, struct store **store, struct store_losses *lost);
/* Closes the store; uncommitted writes are lost. NULL is allowed. */
void store_close(struct store *store);
/*
 * Commits the batch. On STORE_OK all its writes are on disk; on an error all are rolled back.
 * STORE_UNLOGGED: the WAL file was deleted or replaced. Earlier commits are then saved to the
 * database file, and the next batch works unless another file has the name of the WAL.
 */
enum store_error store_commit(struct store *store);
struct store_status {
	int64_t bytes;   /* size of the database in bytes */
	int64_t log;     /* size of the WAL in bytes */
	int64_t disk;    /* bytes free on its disk; -1: unknown */
	int64_t free;    /* bytes of the database in free pages, to be reused */
	int64_t matches; /* highest match id so far */
	int64_t commits; /* batches with writes since the store was opened */
};
enum store_error store_get_status(struct store *store, struct store_status *status);
/* Counts the started matches and the people. Slow: it reads every row. */
enum store_error store_count_rows(struct store *store, int64_t *matches, int64_t *people);
/* Reads a number that changes whenever another connection has written to the database. */
enum store_error store_get_data_version(struct store *store, int64_t *version);
/*
 * Begins a read transaction: until store_end_snapshot all reads see the same snapshot. Does nothing
 * within a batch, which has a transaction already.
 */
enum store_error store_begin_snapshot(struct store *store);
void store_end_snapshot(struct store *store);
/* Rolls back all writes since the last commit and clears the batch's error. */
void store_rollback(struct store *store);
/* A callback that checks a complete copy. If `accepts` returns false, the copy replaces no file. */
struct store_judge {
	bool (*accepts)(void *context, const char *copy);
	void *context;
};
/*
 * Writes a consistent copy to the file at path, and replaces an older file only when the copy is
 * complete. Blocks while it copies. Returns
 * STORE_OWNED if a bot runs on the target,
 * STORE_LOCKED if another program has the target open, so its WAL cannot be checkpointed,
 * STORE_IN_USE within a batch, or if the target is this database, has the name of a companion file
 * such as -wal, or is neither an empty file nor a mitaines database,
 * STORE_REFUSED if the judge, which may be NULL, rejects the copy. The copy is then deleted.
 */
enum store_error store_backup(
	struct store *store, const char *path, const struct store_judge *judge);
/*
 * Checks the whole database. Returns STORE_DAMAGED if pages or indexes are corrupt or a foreign key
 * refers to an absent row. Slow: it reads every page.
 */
enum store_error store_check_integrity(struct store *store);

#endif
