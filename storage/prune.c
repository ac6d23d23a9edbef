#include "storage/prune.h"

#include "storage/query.h"

enum { LOOKS = 2000 }; /* maximum number of matches examined in one call, pruned or not */

static enum store_error remove_journal(struct store *store, int64_t match, int64_t now)
{
	static const enum statement statements[] = { SQL_PRUNE_MOVES, SQL_PRUNE_NONCES,
		SQL_PRUNE_HANDS, SQL_SEAT_KEYS_PRUNE };
	enum store_error error =
		query_run_all(store, statements, sizeof(statements) / sizeof(*statements), match);
	if (error)
		return error;
	struct query query = query_write_with(store, SQL_PRUNE_MARK, now);
	query_bind_number(&query, match);
	return query_end_found(&query);
}

/*
 * Steps to the next match, and sets *old if its journal is to be pruned. Returns STORE_NONE if all
 * later matches are too recent.
 */
static enum store_error step(struct store *store, struct store_pruning *pruning, bool *old)
{
	struct query query = query_read(store, SQL_PRUNE_NEXT);
	bool more = false;
	query_bind_number(&query, pruning->after);
	query_bind_number(&query, pruning->before);
	if (query_row(&query)) {
		pruning->after = query_number(&query);
		*old = query_number(&query) != 0;
		more = query_number(&query) != 0;
	}
	enum store_error error = query_end(&query);
	return error || more ? error : STORE_NONE;
}

enum store_error store_prune_journals(
	struct store *store, struct store_pruning *pruning, int64_t now, unsigned limit)
{
	struct store_pruning next = *pruning;
	enum store_error error = STORE_OK;
	unsigned most = next.removed + limit;
	for (unsigned i = 0; !error && i < LOOKS && next.removed < most; i++) {
		bool old = false;
		error = step(store, &next, &old);
		if (error || !old)
			continue;
		error = remove_journal(store, next.after, now);
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
