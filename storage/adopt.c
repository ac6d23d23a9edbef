#include "storage/adopt.h"

#include <stdlib.h>

#include "bot/base/memory.h"
#include "storage/credentials.h"
#include "storage/journal.h"
#include "storage/network_data.h"
#include "storage/secrecy.h"

static enum store_error adopt_matches(struct store *store)
{
	int64_t match = 0;
	for (;;) {
		unsigned hand = 0;
		struct query query = query_read_with(store, SQL_MATCH_LIVE, match);
		if (query_row(&query))
			match = query_number(&query);
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		error = store_get_hand_in_play(store, match, &hand);
		if (!error)
			error = secrecy_seal(store, match, hand);
		if (!error)
			error = secrecy_hide_siblings(store, match);
		if (error)
			return error;
	}
}

static enum store_error adopt_claims(struct store *store)
{
	int64_t person = 0;
	for (;;) {
		char claim[STORE_PASSWORD] = "";
		struct query query = query_read_with(store, SQL_CLEAR_CLAIM, person);
		if (query_row(&query)) {
			person = query_number(&query);
			query_text(&query, claim, sizeof claim);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		error = store_set_password(store, person, claim);
		if (error)
			return error;
	}
}

static enum store_error adopt_network_data(struct store *store)
{
	char name[STORE_DATA_NAME] = "";
	char *value = memory_new(STORE_DATA_VALUE, 1);
	int64_t network = 0;
	enum store_error error = STORE_OK;
	while (!error) {
		struct query query = query_read_with(store, SQL_CLEAR_KEPT, network);
		query_bind_text(&query, name, STORE_DATA_NAME);
		bool found = query_row(&query);
		if (found) {
			network = query_number(&query);
			query_text(&query, name, STORE_DATA_NAME);
			query_text(&query, value, STORE_DATA_VALUE);
		}
		error = query_end_found(&query);
		if (!error)
			error = store_set_network_data(store, network, name, value);
	}
	free(value);
	return error == STORE_NONE ? STORE_OK : error;
}

enum store_error adopt_secrets(struct store *store)
{
	enum store_error error = adopt_matches(store);
	if (!error)
		error = adopt_claims(store);
	return error ? error : adopt_network_data(store);
}

/* Runs a statement to its end and adds the number of its rows to *rows. */
static enum store_error count(struct query query, unsigned *rows)
{
	while (query_row(&query))
		(*rows)++;
	return query_end(&query);
}

enum store_error adopt_give_up(struct store *store, int64_t now, struct store_losses *lost)
{
	static const enum statement deletions[] = { SQL_LOST_MOVES, SQL_LOST_NONCES, SQL_LOST_HANDS,
		SQL_LOST_ROOTS, SQL_LOST_KEPT, SQL_LOST_TRIES, SQL_LOST_TRIALS };
	*lost = (struct store_losses){ .renewed = true };
	enum store_error error = count(query_write(store, SQL_SET_ASIDE), &lost->matches);
	unsigned ignored = 0;
	if (!error)
		error = count(query_write_with(store, SQL_LOST_MATCHES, now), &ignored);
	for (size_t i = 0; !error && i < sizeof deletions / sizeof *deletions; i++) {
		struct query query = query_write(store, deletions[i]);
		error = query_end(&query);
	}
	return error ? error
		     : count(query_write_with(store, SQL_LOST_CLAIMS, now), &lost->passwords);
}
