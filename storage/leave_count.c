#include "storage/leave_count.h"

#include "storage/query.h"

static enum store_error leaver_put(
	struct store *store, enum statement statement, int64_t person, int64_t number)
{
	struct query query = query_write(store, statement);
	query_bind_present(&query, number);
	query_bind_number(&query, person);
	return query_end(&query);
}

enum store_error store_count_leave(struct store *store, int64_t person, int64_t now)
{
	return leaver_put(store, SQL_LEAVE, person, now);
}

enum store_error store_count_finished_match(struct store *store, int64_t person, unsigned forgiven)
{
	return leaver_put(store, SQL_STAY, person, forgiven);
}

enum store_error store_get_leaves(struct store *store, int64_t person, struct store_leaver *leaver)
{
	struct query query = query_read(store, SQL_LEAVER);
	query_bind_number(&query, person);
	if (query_row(&query)) {
		leaver->leaves = query_unsigned(&query);
		leaver->deserted = query_number(&query);
	}
	return query_end_found(&query);
}
