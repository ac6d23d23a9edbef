#include "storage/store.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "storage/adopt.h"
#include "storage/copy.h"
#include "storage/query.h"
#include "storage/schema.h"
#include "storage/seal.h"
#include "storage/secrecy.h"

const char *store_error_text(enum store_error error)
{
	static const char *const texts[STORE_ERROR_COUNT] = {
#define X(name, text) [STORE_##name] = text,
		STORE_ERRORS(X)
#undef X
	};
	return texts[error];
}

static enum store_error store_new(const char *path, bool own, struct store **store)
{
	*store = memory_new(1, sizeof(**store));
	(*store)->scrub = true; /* the previous process may have ended before its scrub */
	return db_open(path, own, &(*store)->database);
}

static enum store_error store_opened(struct store **store, enum store_error error)
{
	if (error) {
		store_close(*store);
		*store = NULL;
	}
	return error;
}

/*
 * Reveals the matches that were set aside, each in a batch of its own. Skips a match that cannot be
 * read.
 */
static void reveal_set_aside(struct store *store)
{
	int64_t match = 0;
	for (;;) {
		struct query query = query_read_with(store, SQL_SEALED_ENDED, match);
		if (query_row(&query))
			match = query_number(&query);
		if (query_end_found(&query) != STORE_OK)
			return;
		if (secrecy_reveal(store, match) != STORE_OK || store_commit(store) != STORE_OK)
			store_rollback(store);
	}
}

/*
 * Opens a database with its key. If the key is lost, makes a new one and fills in `lost`; if `lost`
 * is NULL, returns an error instead.
 */
static enum store_error store_open_keyed(
	const char *path, int64_t now, struct store_losses *lost, struct store **store)
{
	bool first = false;
	enum store_error error = store_new(path, true, store);
	/* Identify the database first, because a foreign one must not be written to. */
	if (!error)
		error = schema_identify((*store)->database, &(*store)->version);
	if (!error) {
		(*store)->found.privacy = db_shut((*store)->database, SCHEMA_NEWEST);
		error = copy_before_upgrade(*store, (*store)->version);
	}
	if (!error)
		error = db_begin((*store)->database);
	if (!error)
		error = schema_upgrade((*store)->database);
	if (!error)
		error = db_ready((*store)->database);
	if (!error)
		error = seal_open(*store, &first);
	if (error == STORE_KEYLESS && lost != NULL) {
		error = adopt_give_up(*store, now, lost);
		if (!error)
			error = seal_renew(*store);
	}
	if (!error && path != NULL)
		error = copy_detect(*store);
	if (!error && first)
		error = adopt_secrets(*store);
	if (!error)
		error = store_commit(*store);
	if (!error)
		reveal_set_aside(*store);
	return store_opened(store, error);
}

enum store_error store_open(const char *path, struct store **store)
{
	return store_open_keyed(path, 0, NULL, store);
}

enum store_error store_rekey(
	const char *path, int64_t now, struct store **store, struct store_losses *lost)
{
	*lost = (struct store_losses){ .renewed = false };
	return store_open_keyed(path, now, lost, store);
}

enum store_error store_open_read_only(const char *path, bool older, struct store **store)
{
	enum store_error error = store_new(path, false, store);
	if (!error)
		error = schema_identify((*store)->database, &(*store)->version);
	if (!error && (*store)->version == 0)
		error = STORE_EMPTY;
	if (!error && !older && (*store)->version < SCHEMA_NEWEST)
		error = STORE_OLDER;
	return store_opened(store, error);
}

struct store_findings store_get_findings(const struct store *store)
{
	return store->found;
}

void store_request_scrub(struct store *store)
{
	store->scrub = true;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	db_close(store->database);
	seal_close(store);
	free(store);
}

enum store_error store_commit(struct store *store)
{
	enum store_error error = store->spoilt;
	if (!error && store->writing)
		error = db_check(store->database);
	if (!error && store->writing) {
		struct query commit = query_read(store, SQL_COMMIT);
		error = query_end(&commit);
	}
	if (error) {
		store_rollback(store);
	} else if (store->writing) {
		store->commits++;
		if (store->scrub)
			store->scrub = !db_scrub(store->database);
		if (store->published)
			/* Ignore an error: copies made before the next success may not be detected.
			 */
			db_note(store->database, &store->generation, false);
	}
	if (error == STORE_UNLOGGED)
		db_renew(store->database);
	store->writing = store->published = false;
	return error;
}

enum store_error store_get_status(struct store *store, struct store_status *status)
{
	struct query query = query_read(store, SQL_SIZE);
	*status = (struct store_status){
		.log = db_log_bytes(store->database),
		.disk = db_disk_bytes(store->database),
		.commits = store->commits,
	};
	if (query_row(&query)) {
		status->bytes = query_number(&query);
		status->free = query_number(&query);
		status->matches = query_number(&query);
	}
	return query_end(&query);
}

enum store_error store_count_rows(struct store *store, int64_t *matches, int64_t *people)
{
	struct query query = query_read(store, SQL_ROWS);
	*matches = *people = 0;
	if (query_row(&query)) {
		*matches = query_number(&query);
		*people = query_number(&query);
	}
	return query_end(&query);
}

enum store_error store_get_data_version(struct store *store, int64_t *version)
{
	struct query query = query_read(store, SQL_VERSION);
	*version = query_row(&query) ? query_number(&query) : 0;
	return query_end(&query);
}

enum store_error store_begin_snapshot(struct store *store)
{
	if (db_is_writing(store->database))
		return STORE_OK;
	struct query freeze = query_read(store, SQL_FREEZE);
	return query_end(&freeze);
}

void store_end_snapshot(struct store *store)
{
	if (store->writing || !db_is_writing(store->database))
		return;
	struct query thaw = query_read(store, SQL_ROLLBACK);
	query_end(&thaw);
}

void store_rollback(struct store *store)
{
	struct query rollback;
	if (db_is_writing(store->database)) {
		rollback = query_read(store, SQL_ROLLBACK);
		query_end(&rollback);
	}
	store->writing = store->published = false;
	store->spoilt = STORE_OK;
}
