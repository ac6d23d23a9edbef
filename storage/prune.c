#include "storage/prune.h"

#include "storage/query.h"

enum { LOOKS = 2000 }; /* maximum number of matches examined in one call, pruned or not */

enum store_error store_prune_journals(
	struct store *store, struct store_pruning *pruning, int64_t now, unsigned limit)
{
	static const enum statement statements[] = { SQL_PRUNE_MOVES, SQL_PRUNE_NONCES,
		SQL_PRUNE_HANDS, SQL_SEAT_KEYS_PRUNE };
	struct store_pruning next = *pruning;
	enum store_error error = STORE_OK;
	unsigned most = next.removed + limit;
	for (unsigned i = 0; !error && i < LOOKS && next.removed < most; i++) {
		bool old = false, more = false;
		struct query query = query_read(store, SQL_PRUNE_NEXT);
		query_bind_number(&query, next.after);
		query_bind_number(&query, next.before);
		if (query_row(&query)) {
			next.after = query_number(&query);
			old = query_number(&query) != 0;
			more = query_number(&query) != 0;
		}
		error = query_end(&query);
		if (!error && !more)
			error = STORE_NONE; /* all later matches are too recent */
		if (error || !old)
			continue;
		error = query_run_all(
			store, statements, sizeof statements / sizeof *statements, next.after);
		if (!error) {
			query = query_write_with(store, SQL_PRUNE_MARK, now);
			query_bind_number(&query, next.after);
			error = query_end_found(&query);
		}
		next.removed++;
	}
	enum store_error end = error == STORE_NONE ? STORE_OK : error;
	if (!end)
		end = store_commit(store);
	if (end)
		store_rollback(store);
	else
		*pruning = next;
	return end ? end : error;
}
