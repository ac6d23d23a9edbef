#include "storage/journal.h"

#include "storage/copy.h"
#include "storage/query.h"
#include "storage/seal.h"
#include "storage/secrecy.h"

enum store_error store_add_root(struct store *store, int64_t match, const struct store_root *row)
{
	struct query query = query_write_with(store, SQL_ROOT_ADD, match);
	query_bind_box(&query, row->root, STORE_SEED);
	query_bind_blob(&query, row->commitment, STORE_SEED);
	enum store_error error = query_end(&query);
	return error ? error : secrecy_hide_siblings(store, match);
}

enum store_error store_get_root(struct store *store, int64_t match, struct store_root *row)
{
	struct query query = query_read_with(store, SQL_ROOT, match);
	if (query_row(&query)) {
		query_blob(&query, row->root, STORE_SEED);
		query_unbox(&query, row->root, STORE_SEED);
		query_blob(&query, row->commitment, STORE_SEED);
		row->told = (enum store_announced)query_unsigned(&query);
	}
	return query_end_found(&query);
}

enum store_error store_is_root_shared(struct store *store, int64_t match, bool *busy)
{
	return secrecy_is_shared(store, match, busy);
}

enum store_error store_set_root_announced(
	struct store *store, int64_t match, enum store_announced told)
{
	struct query query = query_write_with(store, SQL_ROOT_TELL, told);
	query_bind_number(&query, match);
	return query_end_found(&query);
}

enum store_error store_next_unannounced_root(
	struct store *store, int64_t *match, enum store_announced *next)
{
	struct query query = query_read_with(store, SQL_ROOT_UNTOLD, *match);
	if (query_row(&query)) {
		*match = query_number(&query);
		*next = (enum store_announced)query_unsigned(&query);
	}
	return query_end_found(&query);
}

enum store_error store_add_hand(struct store *store, int64_t match, const struct store_hand *row)
{
	struct query query = query_write_with(store, SQL_HAND_ADD, match);
	query_bind_number(&query, row->hand);
	query_bind_number(&query, row->dealer);
	query_bind_box(&query, row->seed, STORE_SEED);
	query_bind_number(&query, row->dealt);
	enum store_error error = query_end(&query);
	return error || !row->dealt ? error : secrecy_reveal(store, match);
}

enum store_error store_deal_hand(struct store *store, int64_t match, unsigned hand, unsigned dealer)
{
	struct query query = query_write_with(store, SQL_HAND_DEAL, dealer);
	query_bind_number(&query, match);
	query_bind_number(&query, hand);
	enum store_error error = query_end_found(&query);
	if (!error)
		error = secrecy_reveal(store, match);
	return error ? error : copy_advance_generation(store);
}

enum store_error store_get_hand_in_play(struct store *store, int64_t match, unsigned *hand)
{
	struct query query = query_read_with(store, SQL_HAND_IN_PLAY, match);
	if (query_row(&query))
		*hand = query_unsigned(&query);
	return query_end(&query);
}

enum store_error store_set_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, const char *text)
{
	struct query query = query_write_with(store, SQL_NONCE_PUT, match);
	query_bind_number(&query, hand);
	query_bind_number(&query, person);
	query_bind_text(&query, text, STORE_NONCE);
	return query_end(&query);
}

enum store_error store_get_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, char text[STORE_NONCE])
{
	struct query query = query_read_with(store, SQL_NONCE, match);
	query_bind_number(&query, hand);
	query_bind_number(&query, person);
	if (query_row(&query))
		query_text(&query, text, STORE_NONCE);
	return query_end_found(&query);
}

enum store_error store_mark_nonce_used(
	struct store *store, int64_t match, unsigned hand, int64_t person, unsigned seat)
{
	struct query query = query_write_with(store, SQL_NONCE_SEAT, seat);
	query_bind_number(&query, match);
	query_bind_number(&query, hand);
	query_bind_number(&query, person);
	return query_end_found(&query);
}

enum store_error store_list_nonces(struct store *store, int64_t match, unsigned hand,
	struct store_nonce rows[STORE_SEATS], unsigned *count)
{
	struct query query = query_read_with(store, SQL_NONCES, match);
	query_bind_number(&query, hand);
	query_bind_number(&query, STORE_SEATS);
	for (*count = 0; *count < STORE_SEATS && query_row(&query); (*count)++) {
		rows[*count].seat = query_unsigned(&query);
		query_text(&query, rows[*count].text, STORE_NONCE);
	}
	return query_end(&query);
}

enum store_error store_add_move(struct store *store, int64_t match, const struct store_move *row)
{
	struct query query = query_write_with(store, SQL_MOVE_ADD, match);
	query_bind_number(&query, row->n);
	query_bind_number(&query, row->hand);
	query_bind_number(&query, row->seat);
	query_bind_number(&query, row->player);
	query_bind_number(&query, row->at);
	query_bind_box_text(&query, row->text, STORE_MOVE);
	return query_end(&query);
}

static struct query query_from(
	struct store *store, enum statement statement, int64_t match, unsigned from, unsigned limit)
{
	struct query query = query_read_with(store, statement, match);
	query_bind_number(&query, from);
	query_bind_number(&query, limit);
	return query;
}

enum store_error store_list_hands(struct store *store, int64_t match, unsigned from,
	struct store_hand *rows, unsigned limit, unsigned *count)
{
	struct query query = query_from(store, SQL_HANDS, match, from, limit);
	for (*count = 0; *count < limit && query_row(&query); (*count)++) {
		struct store_hand *row = &rows[*count];
		row->hand = query_unsigned(&query);
		row->dealer = query_unsigned(&query);
		query_blob(&query, row->seed, STORE_SEED);
		query_unbox(&query, row->seed, STORE_SEED);
		query_blob(&query, row->commitment, STORE_SEED);
		row->dealt = query_number(&query) != 0;
	}
	return query_end(&query);
}

enum store_error store_list_moves(struct store *store, int64_t match, unsigned from,
	struct store_move *rows, unsigned limit, unsigned *count)
{
	struct query query = query_from(store, SQL_MOVES, match, from, limit);
	for (*count = 0; *count < limit && query_row(&query); (*count)++) {
		struct store_move *row = &rows[*count];
		row->n = query_unsigned(&query);
		row->hand = query_unsigned(&query);
		row->seat = query_unsigned(&query);
		row->player = query_number(&query);
		row->at = query_number(&query);
		query_text(&query, row->text, STORE_MOVE);
		query_unbox(&query, row->text, STORE_MOVE);
	}
	return query_end(&query);
}

static enum store_error find_move(struct store *store, enum statement statement, int64_t match,
	unsigned seat, int64_t player, bool *moved)
{
	struct query query = query_read_with(store, statement, match);
	query_bind_number(&query, seat);
	query_bind_number(&query, player);
	*moved = query_row(&query);
	return query_end(&query);
}

enum store_error store_has_moved(
	struct store *store, int64_t match, unsigned seat, int64_t player, bool *moved)
{
	return find_move(store, SQL_MOVED, match, seat, player, moved);
}

enum store_error store_has_other_moved(
	struct store *store, int64_t match, unsigned seat, int64_t player, bool *moved)
{
	return find_move(store, SQL_MOVED_BY_OTHERS, match, seat, player, moved);
}

enum store_error store_has_human_move(struct store *store, int64_t match, bool *played)
{
	struct query query = query_read_with(store, SQL_PLAYED, match);
	*played = query_row(&query);
	return query_end(&query);
}
