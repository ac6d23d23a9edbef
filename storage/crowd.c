#include "storage/crowd.h"

#include "storage/people.h"
#include "storage/query.h"

/* Runs a statement whose parameters are bound already. */
static enum store_error run(struct query query, enum store_error before)
{
	enum store_error error = query_end(&query);
	return before ? before : error;
}

static struct query numbers(
	struct store *store, enum statement statement, int64_t one, int64_t other)
{
	struct query query = query_write(store, statement);
	query_bind_number(&query, one);
	query_bind_number(&query, other);
	return query;
}

static struct query crowd_matches(struct store *store, int64_t network, const char *game,
	const char *preset, unsigned matches)
{
	struct query query = query_write(store, SQL_CROWD_MATCHES);
	query_bind_number(&query, network);
	query_bind_text(&query, game, STORE_WORD);
	query_bind_text(&query, preset, STORE_WORD);
	query_bind_number(&query, matches);
	return query;
}

static struct query crowd_ratings(struct store *store, const char *game, unsigned people)
{
	struct query query = query_write(store, SQL_CROWD_RATINGS);
	query_bind_text(&query, game, STORE_WORD);
	query_bind_number(&query, people);
	return query;
}

static struct query crowd_tallies(struct store *store)
{
	struct query query = query_write(store, SQL_CROWD_TALLIES);
	query_bind_text(&query, "week 0", STORE_WORD);
	return query;
}

/*
 * In round k of the matches person 2i meets 2i + 1 + 2k: so everybody plays as often as all others,
 * and most rows come in the order of their keys.
 */
enum store_error store_crowd(struct store *store, const char *game, const char *preset,
	unsigned people, unsigned matches)
{
	int64_t network = 0;
	enum store_error error = store_network(store, "crowd", &network);
	error = run(numbers(store, SQL_CROWD_PEOPLE, network, people), error);
	error = run(crowd_matches(store, network, game, preset, matches), error);
	error = run(numbers(store, SQL_CROWD_SEATS, people, 2 * (int64_t)matches), error);
	error = run(query_write(store, SQL_CROWD_HISTORY), error);
	error = run(crowd_ratings(store, game, people), error);
	error = run(query_write(store, SQL_CROWD_FIGURES), error);
	error = run(query_write(store, SQL_CROWD_VERSUS), error);
	error = run(crowd_tallies(store), error);
	return error ? error : store_commit(store);
}
