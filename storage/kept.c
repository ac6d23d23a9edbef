#include "storage/kept.h"

#include "storage/copy.h"
#include "storage/query.h"

enum store_error store_keep(
	struct store *store, int64_t network, const char *name, const char *value)
{
	struct query query = query_write(store, value != NULL ? SQL_KEEP : SQL_KEEP_NO_MORE);
	query_bind_number(&query, network);
	query_bind_text(&query, name, STORE_KEPT_NAME);
	if (value != NULL)
		query_bind_text(&query, value, STORE_KEPT);
	enum store_error error = query_end(&query);
	return error || value == NULL ? error : copy_publish(store);
}

enum store_error store_kept(struct store *store, int64_t network, const char *after,
	char name[STORE_KEPT_NAME], char value[STORE_KEPT])
{
	struct query query = query_read(store, SQL_KEPT);
	query_bind_number(&query, network);
	query_bind_text(&query, after, STORE_KEPT_NAME);
	if (query_row(&query)) {
		query_text(&query, name, STORE_KEPT_NAME);
		query_text(&query, value, STORE_KEPT);
	}
	return query_end_found(&query);
}
