#include "storage/network_data.h"

#include "storage/copy.h"
#include "storage/query.h"

enum store_error store_set_network_data(
	struct store *store, int64_t network, const char *name, const char *value)
{
	struct query query = query_write(store, value != NULL ? SQL_KEEP : SQL_KEEP_NO_MORE);
	query_bind_number(&query, network);
	query_bind_text(&query, name, STORE_DATA_NAME);
	if (value != NULL)
		query_bind_text(&query, value, STORE_DATA_VALUE);
	enum store_error error = query_end(&query);
	return error || value == NULL ? error : copy_advance_generation(store);
}

enum store_error store_next_network_data(struct store *store, int64_t network, const char *after,
	char name[STORE_DATA_NAME], char value[STORE_DATA_VALUE])
{
	struct query query = query_read(store, SQL_KEPT);
	query_bind_number(&query, network);
	query_bind_text(&query, after, STORE_DATA_NAME);
	if (query_row(&query)) {
		query_text(&query, name, STORE_DATA_NAME);
		query_text(&query, value, STORE_DATA_VALUE);
	}
	return query_end_found(&query);
}
