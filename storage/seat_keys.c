#include "storage/seat_keys.h"

#include "storage/query.h"

enum store_error store_add_seat_key(
	struct store *store, const struct store_seat_key *row, int64_t now)
{
	struct query query = query_write(store, SQL_SEAT_KEY_PUT);
	query_bind_blob(&query, row->hash, STORE_KEY_HASH);
	query_bind_number(&query, row->person);
	query_bind_number(&query, row->match);
	query_bind_number(&query, now);
	return query_end(&query);
}

enum store_error store_end_seat_key(
	struct store *store, const uint8_t hash[STORE_KEY_HASH], int64_t ends)
{
	struct query query = query_write_with(store, SQL_SEAT_KEY_END, ends);
	query_bind_blob(&query, hash, STORE_KEY_HASH);
	return query_end(&query);
}

enum store_error store_delete_seat_key(struct store *store, const uint8_t hash[STORE_KEY_HASH])
{
	struct query query = query_write(store, SQL_SEAT_KEY_DROP);
	query_bind_blob(&query, hash, STORE_KEY_HASH);
	return query_end(&query);
}

enum store_error store_next_seat_key(struct store *store, struct store_seat_key *row)
{
	struct query query = query_read(store, SQL_SEAT_KEY_NEXT);
	query_bind_blob(&query, row->hash, STORE_KEY_HASH);
	if (query_row(&query)) {
		query_blob(&query, row->hash, STORE_KEY_HASH);
		row->person = query_number(&query);
		row->match = query_number(&query);
		row->ends = query_number(&query);
	}
	return query_end_found(&query);
}
