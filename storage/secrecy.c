#include "storage/secrecy.h"

#include "storage/seal.h"

/* ---- revealing ---- */

static enum store_error reveal_moves(struct store *store, int64_t match, unsigned hand)
{
	int64_t n = 0;
	for (;;) {
		char text[STORE_MOVE] = "";
		struct query query = query_read_with(store, SQL_SEALED_MOVE, match);
		query_bind_number(&query, hand);
		query_bind_number(&query, n);
		if (query_row(&query)) {
			n = query_number(&query);
			query_unbox(&query, text, sizeof text);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, SQL_MOVE_REVEAL);
		query_bind_text(&query, text, STORE_MOVE);
		query_bind_number(&query, match);
		query_bind_number(&query, n);
		error = query_end(&query);
		if (error)
			return error;
	}
}

static enum store_error reveal_hands(struct store *store, int64_t match)
{
	for (;;) {
		uint8_t seed[STORE_SEED] = { 0 };
		unsigned hand = 0;
		struct query query = query_read_with(store, SQL_SEALED_HAND, match);
		if (query_row(&query)) {
			hand = query_unsigned(&query);
			query_unbox(&query, seed, sizeof seed);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, SQL_HAND_REVEAL);
		query_bind_blob(&query, seed, sizeof seed);
		query_bind_number(&query, match);
		query_bind_number(&query, hand);
		error = query_end(&query);
		if (!error)
			error = reveal_moves(store, match, hand);
		if (error)
			return error;
	}
}

/* Sets *revealed if the match had a sealed root and has ended. */
static enum store_error reveal_root(struct store *store, int64_t match, bool *revealed)
{
	uint8_t root[STORE_SEED] = { 0 };
	struct query query = query_read_with(store, SQL_SEALED_ROOT, match);
	*revealed = query_row(&query);
	if (*revealed)
		query_unbox(&query, root, sizeof root);
	enum store_error error = query_end(&query);
	if (error || !*revealed)
		return error;
	query = query_write(store, SQL_ROOT_REVEAL);
	query_bind_blob(&query, root, sizeof root);
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
	error = reveal_hands(store, match);
	if (!error)
		error = reveal_root(store, match, &ended);
	while (!error && ended && (error = next_sibling(store, match, &sibling)) == STORE_OK) {
		bool more;
		error = reveal_hands(store, sibling);
		if (!error)
			error = reveal_root(store, sibling, &more);
	}
	return error == STORE_NONE ? STORE_OK : error;
}

/* ---- sealing ---- */

static enum store_error seal_moves(struct store *store, int64_t match, unsigned from)
{
	int64_t n = 0;
	for (;;) {
		char text[STORE_MOVE] = "";
		struct query query = query_read_with(store, SQL_CLEAR_MOVE, match);
		query_bind_number(&query, from);
		query_bind_number(&query, n);
		if (query_row(&query)) {
			n = query_number(&query);
			query_text(&query, text, sizeof text);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, SQL_MOVE_SEAL);
		query_bind_box_text(&query, text, STORE_MOVE);
		query_bind_number(&query, match);
		query_bind_number(&query, n);
		error = query_end(&query);
		if (error)
			return error;
	}
}

static enum store_error seal_hands(struct store *store, int64_t match, unsigned from)
{
	for (;;) {
		uint8_t seed[STORE_SEED];
		unsigned hand = 0;
		struct query query = query_read_with(store, SQL_CLEAR_HAND, match);
		query_bind_number(&query, from);
		if (query_row(&query)) {
			hand = query_unsigned(&query);
			query_blob(&query, seed, sizeof seed);
		}
		enum store_error error = query_end_found(&query);
		if (error)
			return error == STORE_NONE ? STORE_OK : error;
		query = query_write(store, SQL_HAND_SEAL);
		query_bind_box(&query, seed, sizeof seed);
		query_bind_number(&query, match);
		query_bind_number(&query, hand);
		error = query_end(&query);
		if (error)
			return error;
	}
}

static enum store_error seal_root(struct store *store, int64_t match)
{
	uint8_t root[STORE_SEED];
	struct query query = query_read_with(store, SQL_CLEAR_ROOT, match);
	bool found = query_row(&query);
	if (found)
		query_blob(&query, root, sizeof root);
	enum store_error error = query_end(&query);
	if (error || !found)
		return error;
	query = query_write(store, SQL_ROOT_SEAL);
	query_bind_box(&query, root, sizeof root);
	query_bind_number(&query, match);
	return query_end(&query);
}

enum store_error secrecy_seal(struct store *store, int64_t match, unsigned from)
{
	enum store_error error = seal_root(store, match);
	if (!error)
		error = seal_hands(store, match, from);
	return error ? error : seal_moves(store, match, from);
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
