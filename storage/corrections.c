#include "storage/corrections.h"

#include "storage/query.h"

/* Recomputes the statistics of a person, except best hands and achievements. */
static enum store_error count_again(struct store *store, int64_t person)
{
	static const enum statement statements[] = { SQL_FIGURES_RECOUNT, SQL_FIGURES_DROP,
		SQL_COUNTS_DROP, SQL_VERSUS_CLEAR, SQL_VERSUS_RECOUNT };
	return query_run_all(store, statements, sizeof statements / sizeof *statements, person);
}

/* ---- matches ---- */

enum store_error store_is_match_counted(struct store *store, int64_t match, bool *counted)
{
	struct query query = query_read_with(store, SQL_MATCH_COUNTED, match);
	*counted = query_row(&query);
	return query_end(&query);
}

enum store_error store_void_match(struct store *store, int64_t match)
{
	static const enum statement statements[] = { SQL_VOID_SEATS, SQL_VOID_RATINGS,
		SQL_VOID_QUEUE };
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	struct query query = query_write_with(store, SQL_VOID_MATCH, match);
	enum store_error error = query_end_found(&query);
	if (!error)
		error = query_run_all(
			store, statements, sizeof statements / sizeof *statements, match);
	if (!error)
		error = store_list_seats(store, match, seats, &count);
	for (unsigned i = 0; !error && i < count; i++)
		error = count_again(store, seats[i].person.id);
	return error;
}

enum store_error store_subtract_counts(struct store *store, int64_t person, const char *game,
	const char *const *names, const struct store_counts *counts)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && names && names[i]; i++) {
		if (counts->count[i] == 0)
			continue;
		struct query query = query_write(store, SQL_VOID_COUNT);
		query_bind_number(&query, counts->count[i]);
		query_bind_number(&query, person);
		query_bind_text(&query, game, STORE_WORD);
		query_bind_text(&query, names[i], STORE_WORD);
		error = query_end(&query);
	}
	return error ? error : query_run(store, SQL_COUNTS_DROP, person);
}

enum store_error store_set_best_hand(
	struct store *store, int64_t person, const char *game, int32_t best)
{
	struct query query = query_write_with(store, SQL_BEST_PUT, best);
	query_bind_number(&query, person);
	query_bind_text(&query, game, STORE_WORD);
	return query_end(&query);
}

enum store_error store_next_shared_match(
	struct store *store, int64_t one, int64_t other, int64_t *match)
{
	struct query query = query_read_with(store, SQL_MATCH_SHARED, *match);
	query_bind_number(&query, one);
	query_bind_number(&query, other);
	if (query_row(&query))
		*match = query_number(&query);
	return query_end_found(&query);
}

/* ---- people ---- */

enum store_error store_count_matches(struct store *store, int64_t person, unsigned *count)
{
	struct query query = query_read_with(store, SQL_PLAYED_COUNT, person);
	*count = query_row(&query) ? query_unsigned(&query) : 0;
	return query_end(&query);
}

enum store_error store_merge_people(struct store *store, int64_t from, int64_t to)
{
	static const enum statement forgets[] = { SQL_FORGET_NONCES, SQL_SEAT_KEYS_FORGET,
		SQL_MERGE_SECOND_TRIES, SQL_TRIES_FORGET, SQL_SUM_FORGET, SQL_FORGET };
	static const enum statement moves[] = { SQL_MERGE_SEATS, SQL_MERGE_RATINGS, SQL_MERGE_QUEUE,
		SQL_MERGE_FIGURES, SQL_MERGE_COUNTS, SQL_MERGE_TRIES, SQL_MERGE_PERSON };
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < sizeof moves / sizeof *moves; i++) {
		struct query query = query_write(store, moves[i]);
		query_bind_number(&query, from);
		query_bind_number(&query, to);
		error = query_end(&query);
	}
	if (!error)
		error = query_run(store, SQL_MERGE_PLACES, from);
	if (!error)
		error = count_again(store, from);
	if (!error)
		error = count_again(store, to);
	store_request_scrub(store);
	return error ? error
		     : query_run_all(store, forgets, sizeof forgets / sizeof *forgets, from);
}

enum store_error store_rename_person(
	struct store *store, int64_t person, const char *key, const char *name, int64_t now)
{
	struct query query = query_write(store, SQL_PERSON_REKEY);
	query_bind_text(&query, key, STORE_KEY);
	query_bind_text(&query, name, STORE_NAME);
	query_bind_number(&query, now);
	query_bind_number(&query, person);
	return query_end_found(&query);
}
