/*
 * store.h - what the bot remembers: opening and closing it, its batches, its copies. The verbs
 * stand beside it by what they are about: people.h, matches.h, journal.h and others.
 *
 * The store keeps ids, seeds and move text and knows no rules. The first write of a batch begins a
 * transaction; store_commit makes all writes of the batch durable together, or none. A write that
 * fails, or finds nothing to change, spoils the batch: later writes of it are refused with the same
 * error and store_commit drops them all; the batch after begins afresh.
 *
 * In all these headers, unless stated otherwise: ids are above 0; times are unix seconds; strings
 * are UTF-8 and copied; a string that does not fit its STORE_… size (NUL included) is refused with
 * STORE_REFUSED; a verb returns STORE_OK or an error, and an error leaves what its pointers point
 * to unspecified.
 */
#ifndef STORAGE_STORE_H
#define STORAGE_STORE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	STORE_NAME = 256,
	STORE_KEY = 272,
	STORE_PASSWORD = 128, /* what a word is kept as */
	STORE_ADDRESS = 400,  /* user@host */
	STORE_CHANNEL = 256,
	STORE_WORD = 32,     /* a game, preset, level or preference */
	STORE_OPTIONS = 256, /* all options of a table */
	STORE_MOVE = 64,
	STORE_MASK = 208,
	STORE_SEED = 32,
	STORE_NONCE = 65,
	STORE_SEATS = 16 /* most seats of a match, numbered from 0 */
};

#define STORE_ERRORS(X) \
	X(OK, "done") \
	X(NONE, "nothing of that kind is stored") \
	X(FULL, "the disk is full") \
	X(READ_ONLY, "the database or its folder may not be written to") \
	X(LOCKED, "the database is locked by another program") \
	X(OWNED, "a bot is running on this database: stop it first") \
	X(IN_USE, "a copy can replace only a copy that no program uses, and not within a turn") \
	X(MOVED, "the database file was moved or deleted: nothing is kept until it is back") \
	X(UNLOGGED, "the -wal file was taken away or replaced: free its place, and all is saved") \
	X(DAMAGED, "the database is damaged: a backup may be whole") \
	X(PRUNED, "its moves were removed: result and ratings alone are kept") \
	X(BROKEN, "the journal of this match does not replay") \
	X(OLDER, "the database is of an older mitaines: start the bot once, it upgrades it") \
	X(OUTDATED, \
		"a trial version made this database, which no release reads: move it away to " \
		"begin anew") \
	X(UNCOPIED, "before its upgrade a copy must be kept beside the database: make room") \
	X(NEWER, "written by a newer mitaines: run that one, or use an older copy") \
	X(FOREIGN, "the file is not a mitaines database, or its head is damaged") \
	X(UNOPENED, "the file cannot be opened or created: mind its folder and whose they are") \
	X(REFUSED, "the database refuses what contradicts the rest of it") \
	X(IO, "the disk fails")
enum store_error {
#define X(name, text) STORE_##name,
	STORE_ERRORS(X)
#undef X
		STORE_ERROR_COUNT
};

/* One clause in English, lower case, no full stop; a constant. */
const char *store_error_text(enum store_error error);

/* Opening, batches, copies. */

struct store;

/*
 * Opens the database file at path as its owner: creates it (readable by its owner only) when absent
 * and claims it until store_close; STORE_OWNED when another store has claimed it. Only then an
 * older schema is upgraded, in one transaction, after a copy of the database was kept beside it, as
 * PATH.schema-15; STORE_UNCOPIED if that is not possible. Path NULL: a database in memory, gone
 * when closed. On STORE_OK *store is owned by the caller until store_close, else it is NULL and the
 * file unchanged. Whoever owns a database has no second store on the same file in the process.
 * Quick whatever the size, unless it upgrades: only the head is checked here, damage further in
 * shows when it is read.
 */
enum store_error store_open(const char *path, struct store **store);
/*
 * Opens a database that is there only to be read, whoever owns it meanwhile: it is neither created
 * nor upgraded, and verbs that write are refused. STORE_OLDER when its schema is an older one,
 * unless older: then it may be so, and the store serves store_backup alone.
 */
enum store_error store_read(const char *path, bool older, struct store **store);
/*
 * True if what was opened at path to be read should be opened anew: another file is there, or none,
 * or somebody writes it now who did not when it was opened where only reading is possible.
 */
bool store_stale(struct store *store, const char *path);
/* True if others than their owner may use the files of a database. */
enum store_privacy {
	STORE_PRIVATE,
	STORE_MADE_PRIVATE, /* they might, until it was opened */
	STORE_EXPOSED       /* they still may, as it cannot be changed */
};

/* What the owner of a database is to be told of its opening. */
struct store_findings {
	int upgraded;       /* the schema it had, kept as PATH.schema-N; 0: it is not a new one */
	unsigned set_aside; /* live matches, as the database is a copy */
	enum store_privacy privacy;
};
struct store_findings store_findings(const struct store *store);
/*
 * Once this batch is on disk, everything that was removed up to then is overwritten in the database
 * and gone from its log.
 */
void store_scrub(struct store *store);
/* Drops what was not committed; NULL is allowed. */
void store_close(struct store *store);
/*
 * Ends the batch: everything written in it is on disk when this returns STORE_OK, else nothing.
 * STORE_UNLOGGED: the log of the database was taken away from under it; what earlier batches wrote
 * is brought to safety and the next batch goes on, unless another log stands in its place.
 */
enum store_error store_commit(struct store *store);
/* How much is stored, in bytes, how long the log beside it is, and how many batches wrote something
 * since it was opened. */
struct store_status {
	int64_t bytes;
	int64_t log;
	int64_t free;    /* of bytes, what was used and will be again */
	int64_t matches; /* opened so far */
	int64_t commits;
};
enum store_error store_status(struct store *store, struct store_status *status);
/*
 * Of a store that is only read: another number than before if something was written since, by
 * whomever.
 */
enum store_error store_version(struct store *store, int64_t *version);
/*
 * What a store that is only read tells from now on is all of one moment, until store_thaw; where a
 * batch is being written it is that anyway.
 */
enum store_error store_freeze(struct store *store);
void store_thaw(struct store *store);
/* Drops everything written since the last commit, and the error that spoiled the batch. */
void store_rollback(struct store *store);
/*
 * Between batches: writes a consistent copy to the file at path, which is replaced only once the
 * copy is whole. STORE_OWNED when a bot runs on the target, STORE_LOCKED when another program has
 * it open and its log cannot be folded into it, STORE_IN_USE when it is the same database, no plain
 * file that is empty or a database of ours, or has the name of what stands beside one. Blocks for
 * as long as copying takes.
 */
enum store_error store_backup(struct store *store, const char *path);
/* Looks at a copy that is whole, before it replaces anything; false: it is not to. */
struct store_judge {
	bool (*accepts)(void *context, const char *copy);
	void *context;
};
/* The same; STORE_REFUSED when the judge does not accept the copy, which is gone then. */
enum store_error store_backup_judged(
	struct store *store, const char *path, const struct store_judge *judge);
/*
 * Reads all of it: STORE_DAMAGED if pages or indexes are, or if rows refer to others that are not
 * there. As slow as the disk.
 */
enum store_error store_inspect(struct store *store);

#endif
