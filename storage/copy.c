#include "storage/copy.h"

#include "storage/network_data.h"
#include "storage/query.h"
#include "storage/schema.h"

/* Returns the statement that marks a copy. The copy gets the key of the original, if it has one. */
static struct db_copy_mark mark_copy(const struct store *store)
{
	return (struct db_copy_mark){
		.sql = sql_statements[store->keyed ? SQL_COPIED_KEY : SQL_COPIED],
		.key = store->keyed ? store->key : NULL,
	};
}

enum store_error store_backup(
	struct store *store, const char *path, const struct store_judge *judge)
{
	if (store->writing)
		return STORE_IN_USE;
	if (store->version >= SEAL_VERSION && !store->keyed)
		return STORE_KEYLESS;
	struct db_copy_mark mark = mark_copy(store);
	return db_copy(store->database, path, &mark, judge);
}

enum store_error copy_before_upgrade(struct store *store, int version)
{
	if (version == 0 || version == SCHEMA_NEWEST)
		return STORE_OK;
	enum store_error error = store_unseal(store, NULL);
	if (error)
		return error;
	struct db_copy_mark mark = mark_copy(store);
	if (db_keep(store->database, version, &mark) != STORE_OK)
		return STORE_UNCOPIED;
	store->found.upgraded = version;
	return STORE_OK;
}

enum store_error copy_advance_generation(struct store *store)
{
	if (store->published)
		return STORE_OK;
	struct query query = query_write(store, SQL_GENERATION_NEXT);
	store->published = query_row(&query);
	if (store->published) {
		store->generation.lineage = query_number(&query);
		store->generation.number = query_number(&query);
	}
	return query_end_found(&query);
}

enum store_error copy_detect(struct store *store)
{
	struct query query = query_read(store, SQL_GENERATION);
	struct generation here = { 0 }, beside = { 0 };
	bool there = db_noted(store->database, &beside), copy = false;
	if (query_row(&query)) {
		here.lineage = query_number(&query);
		here.number = query_number(&query);
		copy = query_number(&query) != 0;
	}
	store->generation = here;
	enum store_error error = query_end_found(&query);
	copy = copy || (there ? beside.lineage != here.lineage : here.number > 0) ||
		(there && here.number > 0 && beside.number > here.number);
	if (error || !(copy || here.number == 0))
		return error;
	if (copy) {
		struct query matches = query_write(store, SQL_SET_ASIDE);
		while (query_row(&matches))
			store->found.set_aside++;
		error = query_end(&matches);
	}
	if (copy && !error) {
		struct query trials = query_write(store, SQL_SPOIL_TRIALS);
		error = query_end(&trials);
	}
	if (copy && !error) {
		struct query data = query_write(store, SQL_KEEP_RESTORED);
		query_bind_text(&data, STORE_KEPT_RESTORED, STORE_DATA_NAME);
		error = query_end(&data);
	}
	if (copy && !error) {
		struct query settings = query_write(store, SQL_GENERATION_FIRST);
		error = query_end(&settings);
	}
	if (!error)
		error = copy_advance_generation(store);
	/*
	 * Write the file before the commit: after a crash between the two, the next start detects
	 * the copy again.
	 */
	if (!error)
		error = db_note(store->database, &store->generation, true);
	return error;
}
