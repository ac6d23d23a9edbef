#include "storage/network_data.h"

#include "storage/copy.h"
#include "storage/seal.h"

enum store_error store_set_network_data(
	struct store *store, int64_t network, const char *name, const char *value)
{
	struct query query =
		query_write_with(store, value != NULL ? SQL_KEEP : SQL_KEEP_NO_MORE, network);
	query_bind_text(&query, name, STORE_DATA_NAME);
	if (value != NULL)
		query_bind_box_text(&query, value, STORE_DATA_VALUE);
	enum store_error error = query_end(&query);
	return error || value == NULL ? error : copy_advance_generation(store);
}

enum store_error store_next_network_data(struct store *store, int64_t network, const char *after,
	char name[STORE_DATA_NAME], char value[STORE_DATA_VALUE])
{
	struct query query = query_read_with(store, SQL_KEPT, network);
	query_bind_text(&query, after, STORE_DATA_NAME);
	if (query_row(&query)) {
		query_text(&query, name, STORE_DATA_NAME);
		query_text(&query, value, STORE_DATA_VALUE);
		query_unbox(&query, value, STORE_DATA_VALUE);
	}
	return query_end_found(&query);
}

enum store_error store_set_sts_policy(
	struct store *store, const char *host, unsigned port, int64_t until)
{
	struct query query = query_write(store, SQL_SECURE);
	query_bind_text(&query, host, STORE_HOST);
	query_bind_number(&query, port);
	query_bind_number(&query, until);
	return query_end(&query);
}

enum store_error store_get_sts_policy(
	struct store *store, const char *host, int64_t now, unsigned *port)
{
	struct query query = query_read(store, SQL_SECURED);
	query_bind_text(&query, host, STORE_HOST);
	query_bind_number(&query, now);
	if (query_row(&query))
		*port = query_unsigned(&query);
	return query_end_found(&query);
}
