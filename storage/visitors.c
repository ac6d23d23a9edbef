#include "storage/visitors.h"

#include "storage/query.h"

enum store_error store_find_old_visitor(
	struct store *store, const char *network, int64_t before, struct store_person *row)
{
	struct query query = query_read(store, SQL_VISITOR_OLD);
	query_bind_text(&query, network, STORE_NAME);
	query_bind_number(&query, before);
	if (query_row(&query)) {
		row->id = query_number(&query);
		query_text(&query, row->key, STORE_KEY);
		query_text(&query, row->name, STORE_NAME);
	}
	return query_end_found(&query);
}

enum store_error store_delete_statistics(struct store *store, int64_t person)
{
	static const enum statement statements[] = { SQL_VISITOR_FIGURES, SQL_VISITOR_COUNTS,
		SQL_VISITOR_VERSUS };
	return query_run_all(store, statements, sizeof(statements) / sizeof(*statements), person);
}
