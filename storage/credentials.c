#include "storage/credentials.h"

#include "storage/seal.h"

enum store_error store_get_credentials(
	struct store *store, int64_t person, struct store_proof *proof)
{
	struct query query = query_read_with(store, SQL_PROOF, person);
	if (query_row(&query)) {
		query_text(&query, proof->claim, STORE_PASSWORD);
		query_unbox(&query, proof->claim, STORE_PASSWORD);
		query_text(&query, proof->address, STORE_ADDRESS);
		query_text(&query, proof->home, STORE_ADDRESS);
		proof->addressed = query_number(&query);
		proof->played = query_number(&query) != 0;
	}
	return query_end_found(&query);
}

enum store_error store_clear_password(struct store *store, int64_t person, int64_t now)
{
	struct query query = query_write_with(store, SQL_UNCLAIM, now);
	query_bind_number(&query, person);
	return query_end_found(&query);
}

enum store_error store_set_password(struct store *store, int64_t person, const char *claim)
{
	struct query query = query_write(store, SQL_CLAIM);
	query_bind_box_text(&query, claim, STORE_PASSWORD);
	query_bind_number(&query, person);
	return query_end_found(&query);
}

enum store_error store_set_address(
	struct store *store, int64_t person, const char *address, int64_t now, int64_t settled)
{
	struct query query = query_write(store, SQL_ADDRESS);
	query_bind_text(&query, address, STORE_ADDRESS);
	query_bind_number(&query, now);
	query_bind_number(&query, settled);
	query_bind_number(&query, person);
	return query_end(&query);
}
