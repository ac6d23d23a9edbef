#include "storage/expiry.h"

#include "storage/query.h"

enum store_error store_set_last_seen(struct store *store, int64_t person, int64_t now)
{
	struct query query = query_write_with(store, SQL_PERSON_HEARD, now);
	query_bind_number(&query, person);
	return query_end(&query);
}

enum store_error store_delete_expired(
	struct store *store, int64_t now, struct store_expired *expired)
{
	static const enum statement statements[] = { SQL_FORGET_NONCES, SQL_SEAT_KEYS_FORGET,
		SQL_TRIES_FORGET, SQL_SUM_FORGET, SQL_PERSON_REMOVE };
	struct {
		int64_t id;
		bool held; /* has a password, notifications or a seat in a live match */
	} rows[STORE_EXPIRED];
	unsigned count = 0;
	expired->count = 0;
	expired->more = false;
	if (store->writing)
		return STORE_IN_USE;
	struct query query = query_read_with(store, SQL_EXPIRED, now);
	query_bind_number(&query, STORE_EXPIRED);
	for (; count < STORE_EXPIRED && query_row(&query); count++) {
		rows[count].id = query_number(&query);
		rows[count].held = query_number(&query) != 0;
	}
	enum store_error error = query_end(&query);
	expired->more = count == STORE_EXPIRED;
	if (error || count == 0)
		return error;
	/*
	 * For each deleted person the foreign key checks would scan all moves, and they are not
	 * needed: triggers on matches and seats ensure that no row refers to people who expire.
	 */
	db_trust(store->database, true);
	for (unsigned i = 0; !error && i < count; i++) {
		if (rows[i].held) {
			error = store_set_last_seen(store, rows[i].id, now);
			continue;
		}
		expired->person[expired->count++] = rows[i].id;
		store_request_scrub(store);
		error = query_run_all(
			store, statements, sizeof statements / sizeof *statements, rows[i].id);
	}
	error = store_commit(store);
	db_trust(store->database, false);
	if (error)
		expired->count = 0;
	return error;
}

enum store_error store_find_old_guest(
	struct store *store, const char *network, int64_t before, struct store_person *row)
{
	struct query query = query_read(store, SQL_GUEST_OLD);
	query_bind_text(&query, network, STORE_NAME);
	query_bind_number(&query, before);
	if (query_row(&query))
		query_person(&query, row);
	return query_end_found(&query);
}

enum store_error store_delete_statistics(struct store *store, int64_t person)
{
	static const enum statement statements[] = { SQL_GUEST_FIGURES, SQL_GUEST_COUNTS,
		SQL_GUEST_VERSUS };
	return query_run_all(store, statements, sizeof(statements) / sizeof(*statements), person);
}
