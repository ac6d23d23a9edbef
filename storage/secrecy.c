#include "storage/secrecy.h"

#include "storage/seal.h"

/*
 * Seals or reveals moves: with `sealed`, seals the moves of a match from a hand on; else writes the
 * moves of that hand in the clear.
 */
static enum store_error set_moves(struct store *store, bool sealed, int64_t match, unsigned hand)
{
	int64_t n = 0;
	for (;;) {
		char text[STORE_MOVE] = "";
		struct query query =
			query_read_with(store, sealed ? SQL_CLEAR_MOVE : SQL_SEALED_MOVE, match);
		query_bind_number(&query, hand);
		query_bind_number(&query, n);
		if (query_row(&query)) {
			n = query_number(&query);
			if (sealed)
				query_text(&query, text, sizeof text);
			else
				query_unbox(&query, text, sizeof text);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, sealed ? SQL_MOVE_SEAL : SQL_MOVE_REVEAL);
		if (sealed)
			query_bind_box_text(&query, text, STORE_MOVE);
		else
			query_bind_text(&query, text, STORE_MOVE);
		query_bind_number(&query, match);
		query_bind_number(&query, n);
		error = query_end(&query);
		if (error)
			return error;
	}
}

/* Reads a seed: with `sealed`, one in the clear that will be sealed; else opens a sealed one. */
static void take_seed(struct query *query, bool sealed, uint8_t seed[STORE_SEED])
{
	if (sealed)
		query_blob(query, seed, STORE_SEED);
	else
		query_unbox(query, seed, STORE_SEED);
}

static void bind_seed(struct query *query, bool sealed, const uint8_t seed[STORE_SEED])
{
	if (sealed)
		query_bind_box(query, seed, STORE_SEED);
	else
		query_bind_blob(query, seed, STORE_SEED);
}

/*
 * Seals or reveals hands: with `sealed`, seals the seeds of a match from the hand `from` on; else
 * writes in the clear the seeds and the moves of all hands that are public now.
 */
static enum store_error set_hands(struct store *store, bool sealed, int64_t match, unsigned from)
{
	for (;;) {
		uint8_t seed[STORE_SEED] = { 0 };
		unsigned hand = 0;
		struct query query =
			query_read_with(store, sealed ? SQL_CLEAR_HAND : SQL_SEALED_HAND, match);
		if (sealed)
			query_bind_number(&query, from);
		if (query_row(&query)) {
			hand = query_unsigned(&query);
			take_seed(&query, sealed, seed);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, sealed ? SQL_HAND_SEAL : SQL_HAND_REVEAL);
		bind_seed(&query, sealed, seed);
		query_bind_number(&query, match);
		query_bind_number(&query, hand);
		error = query_end(&query);
		if (!error && !sealed)
			error = set_moves(store, false, match, hand);
		if (error)
			return error;
	}
}

/*
 * Seals or reveals the root of a match: with `sealed`, seals it; else writes it in the clear, if
 * the match has ended. Sets *found if it changed the root.
 */
static enum store_error set_root(struct store *store, bool sealed, int64_t match, bool *found)
{
	uint8_t root[STORE_SEED] = { 0 };
	struct query query =
		query_read_with(store, sealed ? SQL_CLEAR_ROOT : SQL_SEALED_ROOT, match);
	*found = query_row(&query);
	if (*found)
		take_seed(&query, sealed, root);
	enum store_error error = query_end(&query);
	if (error || !*found)
		return error;
	query = query_write(store, sealed ? SQL_ROOT_SEAL : SQL_ROOT_REVEAL);
	bind_seed(&query, sealed, root);
	query_bind_number(&query, match);
	return query_end(&query);
}

static enum store_error next_sibling(struct store *store, int64_t match, int64_t *sibling)
{
	struct query query = query_read_with(store, SQL_SIBLING, match);
	query_bind_number(&query, *sibling);
	if (query_row(&query))
		*sibling = query_number(&query);
	return query_end_found(&query);
}

enum store_error secrecy_is_shared(struct store *store, int64_t match, bool *shared)
{
	struct query query = query_read_with(store, SQL_ROOT_BUSY, match);
	*shared = query_row(&query);
	return query_end(&query);
}

enum store_error secrecy_reveal(struct store *store, int64_t match)
{
	bool shared = false;
	bool ended = false;
	int64_t sibling = 0;
	enum store_error error = secrecy_is_shared(store, match, &shared);
	if (error || shared)
		return error;
	error = set_hands(store, false, match, 0);
	if (!error)
		error = set_root(store, false, match, &ended);
	while (!error && ended && (error = next_sibling(store, match, &sibling)) == STORE_OK) {
		bool more;
		error = set_hands(store, false, sibling, 0);
		if (!error)
			error = set_root(store, false, sibling, &more);
	}
	return error == STORE_NONE ? STORE_OK : error;
}

enum store_error secrecy_seal(struct store *store, int64_t match, unsigned from)
{
	bool found;
	enum store_error error = set_root(store, true, match, &found);
	if (!error)
		error = set_hands(store, true, match, from);
	return error ? error : set_moves(store, true, match, from);
}

enum store_error secrecy_hide_siblings(struct store *store, int64_t match)
{
	enum store_error error;
	int64_t sibling = 0;
	while ((error = next_sibling(store, match, &sibling)) == STORE_OK) {
		error = secrecy_seal(store, sibling, 0);
		if (error)
			return error;
	}
	return error == STORE_NONE ? STORE_OK : error;
}
