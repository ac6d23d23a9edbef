#include "storage/recount.h"

#include "storage/query.h"

static enum store_error run(struct store *store, enum statement statement)
{
	struct query query = query_write(store, statement);
	return query_end(&query);
}

enum store_error store_get_recount(struct store *store, struct store_recount *recount)
{
	struct query query = query_read(store, SQL_RECOUNT_STATE);
	if (query_row(&query)) {
		recount->stage = (enum recount_stage)query_unsigned(&query);
		recount->rule = query_unsigned(&query);
		recount->ended = query_number(&query);
		recount->counted = query_number(&query);
	}
	return query_end_found(&query);
}

enum store_error store_begin_recount(struct store *store)
{
	return run(store, SQL_RECOUNT_BEGIN);
}

enum store_error store_clear_draft(struct store *store)
{
	enum { AT_ONCE = 100 };
	static const enum statement statements[] = { SQL_CLEAR_RATINGS, SQL_CLEAR_MEETINGS,
		SQL_CLEAR_HISTORY, SQL_CLEAR_TALLIES };
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		struct query query = query_write_with(store, statements[i], AT_ONCE);
		enum store_error error = query_end(&query);
		if (error || query.found)
			return error;
	}
	enum store_error error = run(store, SQL_RECOUNT_CLEARED);
	return error ? error : STORE_NONE;
}

enum store_error store_set_counted(struct store *store, const struct store_match *match)
{
	struct query query = query_write_with(store, SQL_RECOUNT_COUNTED, match->ended);
	query_bind_number(&query, match->id);
	return query_end(&query);
}

enum store_error store_swap_ratings(struct store *store, unsigned rule)
{
	enum store_error error = run(store, SQL_RECOUNT_TAKEN);
	return error ? error : query_run(store, SQL_RECOUNT_SWAP, rule);
}

enum store_error store_was_rated(struct store *store, int64_t match, int64_t person, bool *rated)
{
	struct query query = query_read_with(store, SQL_RECOUNT_RATED, match);
	query_bind_number(&query, person);
	*rated = query_row(&query) && query_number(&query) != 0;
	return query_end(&query);
}

enum store_error store_queue_rating(
	struct store *store, int64_t match, int64_t ended, int64_t person)
{
	struct query query = query_write_with(store, SQL_RECOUNT_ADD, match);
	query_bind_number(&query, person);
	enum store_error error = query_end(&query);
	if (error)
		return error;
	query = query_write_with(store, SQL_RECOUNT_LATE, ended);
	query_bind_number(&query, match);
	return query_end(&query);
}
