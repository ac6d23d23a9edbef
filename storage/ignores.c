#include "storage/ignores.h"

#include "storage/query.h"

enum store_error store_add_ignore(
	struct store *store, int64_t network, const struct store_ignore *row)
{
	struct query query = query_write_with(store, SQL_IGNORE_ADD, network);
	query_bind_text(&query, row->mask, STORE_MASK);
	query_bind_text(&query, row->author, STORE_NAME);
	query_bind_number(&query, row->at);
	return query_end(&query);
}

enum store_error store_delete_ignore(struct store *store, int64_t network, const char *mask)
{
	struct query query = query_write_with(store, SQL_IGNORE_DROP, network);
	query_bind_text(&query, mask, STORE_MASK);
	return query_end_found(&query);
}

enum store_error store_list_ignores(struct store *store, int64_t network, struct store_ignore *rows,
	unsigned limit, unsigned *count)
{
	struct query query = query_read_with(store, SQL_IGNORES, network);
	query_bind_number(&query, limit);
	for (*count = 0; *count < limit && query_row(&query); (*count)++) {
		query_text(&query, rows[*count].mask, STORE_MASK);
		query_text(&query, rows[*count].author, STORE_NAME);
		rows[*count].at = query_number(&query);
	}
	return query_end(&query);
}
