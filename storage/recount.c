#include "storage/recount.h"

#include "storage/query.h"

static enum store_error run(struct store *store, enum statement statement)
{
	struct query query = query_write(store, statement);
	return query_end(&query);
}

enum store_error store_begin_same_recount(struct store *store)
{
	static const enum statement statements[] = { SQL_RECOUNT_BEGIN, SQL_RECOUNT_HISTORY,
		SQL_RECOUNT_RATINGS, SQL_RECOUNT_STANDINGS, SQL_RECOUNT_TALLIES };
	enum store_error error = STORE_OK;
	for (size_t i = 0; !error && i < sizeof(statements) / sizeof(*statements); i++)
		error = run(store, statements[i]);
	return error;
}

enum store_error store_begin_recount(struct store *store, unsigned rule)
{
	struct query query = query_read_with(store, SQL_RULE, rule);
	enum store_error error = query_end_found(&query);
	if (error != STORE_NONE)
		return error != STORE_OK ? error : STORE_NONE;
	error = query_run(store, SQL_RULE_PUT, rule);
	return error ? error : store_begin_same_recount(store);
}

enum store_error store_was_rated(struct store *store, int64_t match, int64_t person, bool *rated)
{
	struct query query = query_read_with(store, SQL_RECOUNT_RATED, match);
	query_bind_number(&query, person);
	*rated = query_row(&query);
	return query_end(&query);
}

enum store_error store_end_recount(struct store *store)
{
	return run(store, SQL_RECOUNT_END);
}
