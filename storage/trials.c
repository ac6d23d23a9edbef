#include "storage/trials.h"

#include <string.h>

#include "storage/query.h"
#include "storage/seal.h"

/* ---- trials ---- */

enum store_error store_add_trial(struct store *store, struct store_trial *row)
{
	struct query query = query_write_with(store, SQL_TRIAL_ADD, row->kind);
	query_bind_text(&query, row->day, STORE_DAY);
	query_bind_text(&query, row->game, STORE_WORD);
	query_bind_text(&query, row->preset, STORE_WORD);
	query_bind_number(&query, row->hands);
	query_bind_number(&query, row->version);
	query_bind_number(&query, row->starts);
	query_bind_number(&query, row->ends);
	query_bind_box(&query, row->seed, STORE_SEED);
	return query_end_added(&query, &row->id);
}

enum store_error store_set_commitment(
	struct store *store, int64_t trial, const uint8_t commitment[STORE_SEED])
{
	struct query query = query_write(store, SQL_TRIAL_COMMIT);
	query_bind_blob(&query, commitment, STORE_SEED);
	query_bind_number(&query, trial);
	return query_end_found(&query);
}

/* Takes the columns of a trial, if there is a row, and ends the query. */
static enum store_error take_trial(struct query *query, struct store_trial *row)
{
	if (query_row(query)) {
		*row = (struct store_trial){ .id = query_number(query) };
		row->kind = (enum store_trial_kind)query_unsigned(query);
		query_text(query, row->day, STORE_DAY);
		query_text(query, row->game, STORE_WORD);
		query_text(query, row->preset, STORE_WORD);
		row->hands = query_unsigned(query);
		row->version = query_number(query);
		row->starts = query_number(query);
		row->ends = query_number(query);
		query_blob(query, row->seed, STORE_SEED);
		query_unbox(query, row->seed, STORE_SEED);
		query_blob(query, row->commitment, STORE_SEED);
		row->par = query_number(query);
		row->pars = query_unsigned(query);
		row->revealed = query_number(query);
	}
	return query_end_found(query);
}

enum store_error store_get_trial(struct store *store, int64_t trial, struct store_trial *row)
{
	struct query query = query_read_with(store, SQL_TRIAL, trial);
	return take_trial(&query, row);
}

enum store_error store_find_trial_of_day(
	struct store *store, enum store_trial_kind kind, const char *day, struct store_trial *row)
{
	struct query query = query_read_with(store, SQL_TRIAL_OF_DAY, kind);
	query_bind_text(&query, day, STORE_DAY);
	return take_trial(&query, row);
}

enum store_error store_find_trial_by_link(
	struct store *store, const uint8_t link[STORE_KEY_HASH], struct store_trial *row)
{
	struct query query = query_read(store, SQL_TRIAL_BY_LINK);
	query_bind_blob(&query, link, STORE_KEY_HASH);
	return take_trial(&query, row);
}

enum store_error store_find_last_trial(
	struct store *store, enum store_trial_kind kind, const char *day, struct store_trial *row)
{
	struct query query = query_read_with(store, SQL_TRIAL_LAST, kind);
	query_bind_text(&query, day, STORE_DAY);
	return take_trial(&query, row);
}

enum store_error store_next_trial_over(struct store *store, int64_t now, struct store_trial *row)
{
	struct query query = query_read_with(store, SQL_TRIAL_OVER, now);
	query_bind_number(&query, row->ends);
	query_bind_number(&query, row->id);
	return take_trial(&query, row);
}

enum store_error store_find_played_challenge(struct store *store, struct store_trial *row)
{
	struct query query = query_read(store, SQL_TRIAL_PLAYED);
	return take_trial(&query, row);
}

enum store_error store_add_par(struct store *store, int64_t trial, int32_t points)
{
	struct query query = query_write_with(store, SQL_TRIAL_PAR, points);
	query_bind_number(&query, trial);
	return query_end_found(&query);
}

enum store_error store_set_trial_link(
	struct store *store, int64_t trial, const uint8_t link[STORE_KEY_HASH])
{
	struct query query = query_write(store, SQL_TRIAL_LINK);
	query_bind_blob(&query, link, STORE_KEY_HASH);
	query_bind_number(&query, trial);
	return query_end_found(&query);
}

enum store_error store_delete_trial_link(struct store *store, int64_t trial)
{
	struct query query = query_write_with(store, SQL_TRIAL_UNLINK, trial);
	return query_end_found(&query);
}

enum store_error store_reveal_trial(struct store *store, const struct store_trial *row, int64_t now)
{
	struct query query = query_write(store, SQL_TRIAL_REVEAL);
	query_bind_blob(&query, row->seed, STORE_SEED);
	query_bind_number(&query, now);
	query_bind_number(&query, row->id);
	enum store_error error = query_end_found(&query);
	return error ? error : query_run(store, SQL_TRIES_DISOWN, row->id);
}

enum store_error store_reveal_try(struct store *store, int64_t trial)
{
	char moves[STORE_TRY_MOVES] = "";
	int64_t id = 0;
	struct query query = query_read_with(store, SQL_TRY_SEALED, trial);
	if (query_row(&query)) {
		id = query_number(&query);
		query_unbox(&query, moves, sizeof moves);
	}
	enum store_error error = query_end_found(&query);
	if (error)
		return error;
	query = query_write(store, SQL_TRY_REVEAL);
	query_bind_text(&query, moves, sizeof moves);
	query_bind_number(&query, id);
	return query_end(&query);
}

/* ---- tries ---- */

static void bind_hash(struct query *query, const uint8_t *hash)
{
	query_bind_blob(query, hash, hash != NULL ? STORE_HASH : 0);
}

enum store_error store_add_try(
	struct store *store, const struct store_new_try *row, int64_t now, int64_t *id)
{
	struct query query = query_write_with(store, SQL_TRY_ADD, row->trial);
	query_bind_present(&query, row->person);
	bind_hash(&query, row->account);
	bind_hash(&query, row->browser);
	bind_hash(&query, row->address);
	bind_hash(&query, row->seat);
	query_bind_text(&query, row->lang, STORE_WORD);
	query_bind_number(&query, row->version);
	query_bind_present(&query, row->begun);
	query_bind_number(&query, now);
	query_bind_box_text(&query, "", STORE_TRY_MOVES);
	return query_end_added(&query, id);
}

enum store_error store_has_entered(
	struct store *store, int64_t trial, const uint8_t account[STORE_HASH], bool *entered)
{
	struct query query = query_read_with(store, SQL_TRY_ENTERED, trial);
	query_bind_blob(&query, account, STORE_HASH);
	*entered = query_row(&query);
	return query_end(&query);
}

/* Takes the columns of a try. */
static void take_columns(struct query *query, struct store_try *row)
{
	*row = (struct store_try){ .id = query_number(query) };
	row->trial = query_number(query);
	row->person = query_number(query);
	query_text(query, row->name, STORE_NAME);
	query_blob(query, row->seat, STORE_KEY_HASH);
	query_text(query, row->lang, STORE_WORD);
	row->begun = query_number(query);
	row->touched = query_number(query);
	row->ended = query_number(query);
	query_text(query, row->moves, STORE_TRY_MOVES);
	query_unbox(query, row->moves, STORE_TRY_MOVES);
	row->own = query_int32(query);
	row->other = query_int32(query);
	row->counted = query_number(query) != 0;
	row->tells = query_number(query) != 0;
	row->hidden = query_number(query) != 0;
	row->version = query_number(query);
}

static enum store_error take_try(struct query *query, struct store_try *row)
{
	if (query_row(query))
		take_columns(query, row);
	return query_end_found(query);
}

enum store_error store_get_try(struct store *store, int64_t id, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY, id);
	return take_try(&query, row);
}

enum store_error store_find_try(
	struct store *store, int64_t trial, int64_t person, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_OF_PERSON, trial);
	query_bind_number(&query, person);
	return take_try(&query, row);
}

enum store_error store_find_try_of_browser(struct store *store, int64_t trial,
	const uint8_t browser[STORE_HASH], struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_OF_BROWSER, trial);
	query_bind_blob(&query, browser, STORE_HASH);
	return take_try(&query, row);
}

enum store_error store_find_try_by_seat(
	struct store *store, const uint8_t seat[STORE_KEY_HASH], struct store_try *row)
{
	struct query query = query_read(store, SQL_TRY_BY_SEAT);
	query_bind_blob(&query, seat, STORE_KEY_HASH);
	return take_try(&query, row);
}

enum store_error store_find_try_by_result(
	struct store *store, const uint8_t result[STORE_KEY_HASH], struct store_try *row)
{
	struct query query = query_read(store, SQL_TRY_BY_RESULT);
	query_bind_blob(&query, result, STORE_KEY_HASH);
	return take_try(&query, row);
}

enum store_error store_next_try_in_play(struct store *store, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_PLAYED, row->touched);
	query_bind_number(&query, row->id);
	return take_try(&query, row);
}

enum store_error store_is_played(struct store *store, int64_t trial, int64_t since, bool *played)
{
	struct query query = query_read_with(store, SQL_TRY_RUNNING, trial);
	query_bind_number(&query, since);
	*played = query_row(&query);
	return query_end(&query);
}

enum store_error store_next_try(struct store *store, int64_t trial, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_OF_TRIAL, trial);
	query_bind_number(&query, row->id);
	return take_try(&query, row);
}

void store_find_other_try(struct store *store, const struct store_try *row, struct store_try *other)
{
	*other = (struct store_try){ .id = 0 };
	while (store_next_try(store, row->trial, other) == STORE_OK)
		if (other->id != row->id)
			return;
	*other = (struct store_try){ .id = 0 };
}

enum store_error store_next_challenge(struct store *store, int64_t person, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_OPEN_CHALLENGE, person);
	query_bind_number(&query, row->id);
	return take_try(&query, row);
}

enum store_error store_has_open_tries(struct store *store, int64_t person, bool *found)
{
	struct query query = query_read_with(store, SQL_TRIES_OPEN, person);
	*found = query_row(&query);
	return query_end(&query);
}

enum store_error store_move_tries(struct store *store, int64_t from, int64_t to)
{
	struct query query = query_write_with(store, SQL_TRIES_MOVE, from);
	query_bind_number(&query, to);
	return query_end(&query);
}

enum store_error store_owe_result(struct store *store, int64_t trial)
{
	return query_run(store, SQL_TRIES_OWE, trial);
}

enum store_error store_next_untold(struct store *store, struct store_try *row)
{
	struct query query = query_read_with(store, SQL_TRY_UNTOLD, row->id);
	return take_try(&query, row);
}

enum store_error store_mark_told(struct store *store, int64_t id)
{
	struct query query = query_write_with(store, SQL_TRY_TOLD, id);
	return query_end_found(&query);
}

enum store_error store_begin_try(struct store *store, const struct store_try *row, int64_t now)
{
	struct query query = query_write_with(store, SQL_TRY_BEGIN, now);
	query_bind_text(&query, row->lang, STORE_WORD);
	query_bind_number(&query, row->version);
	query_bind_number(&query, row->id);
	return query_end_found(&query);
}

enum store_error store_set_try_seat(
	struct store *store, int64_t id, const uint8_t seat[STORE_KEY_HASH])
{
	struct query query = query_write(store, SQL_TRY_SET_SEAT);
	query_bind_blob(&query, seat, STORE_KEY_HASH);
	query_bind_number(&query, id);
	return query_end_found(&query);
}

enum store_error store_set_try_moves(
	struct store *store, int64_t id, const char *moves, int64_t now)
{
	struct query query = query_write(store, SQL_TRY_MOVE);
	query_bind_box_text(&query, moves, STORE_TRY_MOVES);
	query_bind_number(&query, now);
	query_bind_number(&query, id);
	return query_end_found(&query);
}

/* Counts the tries with a place that come from the same browser as a try, or from its address. */
static enum store_error count_same(
	struct store *store, const struct store_try *row, unsigned *browser, unsigned *address)
{
	uint8_t one[STORE_HASH] = { 0 }, other[STORE_HASH] = { 0 };
	struct query query = query_read_with(store, SQL_TRY_HASHES, row->id);
	if (query_row(&query)) {
		query_blob(&query, one, STORE_HASH);
		query_blob(&query, other, STORE_HASH);
	}
	enum store_error error = query_end_found(&query);
	if (error)
		return error;
	query = query_read_with(store, SQL_TRY_SAME, row->trial);
	query_bind_blob(&query, one, STORE_HASH);
	query_bind_blob(&query, other, STORE_HASH);
	if (query_row(&query)) {
		*browser = query_unsigned(&query);
		*address = query_unsigned(&query);
	}
	return query_end(&query);
}

enum store_error store_end_try(struct store *store, struct store_try *row, bool may_count,
	unsigned most, const uint8_t result[STORE_KEY_HASH], int64_t now)
{
	unsigned browser = 0, address = 0;
	enum store_error error = count_same(store, row, &browser, &address);
	if (error)
		return error;
	row->counted = may_count && browser == 0 && address < most;
	row->ended = now;
	struct query query = query_write_with(store, SQL_TRY_END, now);
	query_bind_number(&query, row->own);
	query_bind_number(&query, row->other);
	query_bind_number(&query, row->counted);
	query_bind_blob(&query, result, STORE_KEY_HASH);
	query_bind_number(&query, row->id);
	return query_end_found(&query);
}

enum store_error store_get_standing(struct store *store, int64_t trial, int32_t own, int32_t other,
	struct store_standing *place)
{
	struct query query = query_read_with(store, SQL_TRY_PLACE, trial);
	query_bind_number(&query, own);
	query_bind_number(&query, other);
	if (query_row(&query)) {
		place->better = query_unsigned(&query);
		place->equal = query_unsigned(&query);
		place->all = query_unsigned(&query);
	}
	return query_end_found(&query);
}

enum store_error store_list_places(
	struct store *store, int64_t trial, struct store_try *rows, unsigned most, unsigned *count)
{
	struct query query = query_read_with(store, SQL_TRY_BEST, trial);
	query_bind_number(&query, most);
	for (*count = 0; *count < most && query_row(&query); (*count)++)
		take_columns(&query, &rows[*count]);
	return query_end(&query);
}

enum store_error store_sign_try(struct store *store, int64_t id, const char *name, bool tells)
{
	struct query query = query_write(store, SQL_TRY_SIGN);
	query_bind_text(&query, name, STORE_NAME);
	query_bind_number(&query, tells);
	query_bind_number(&query, id);
	return query_end_found(&query);
}

enum store_error store_hide_try(struct store *store, int64_t id, bool hidden)
{
	struct query query = query_write_with(store, SQL_TRY_HIDE, hidden);
	query_bind_number(&query, id);
	return query_end_found(&query);
}

enum store_error store_delete_try(struct store *store, int64_t id)
{
	store_request_scrub(store);
	return query_run(store, SQL_TRY_DELETE, id);
}

enum store_error store_delete_old_tries(struct store *store, int64_t before, unsigned *deleted)
{
	enum { AT_ONCE = 100 };
	int64_t trials[AT_ONCE];
	struct query query = query_write_with(store, SQL_TRY_OLD, before);
	query_bind_number(&query, AT_ONCE);
	for (*deleted = 0; *deleted < AT_ONCE && query_row(&query); (*deleted)++)
		trials[*deleted] = query_number(&query);
	enum store_error error = query_end(&query);
	for (unsigned i = 0; !error && i < *deleted; i++)
		error = query_run(store, SQL_TRIAL_EMPTY, trials[i]);
	return error;
}

/* ---- sums of the ladder ---- */

enum store_error store_count_sums(struct store *store, const char *after)
{
	struct query query = query_write(store, SQL_SUMS_CLEAR);
	enum store_error error = query_end(&query);
	if (error)
		return error;
	query = query_write(store, SQL_SUMS_COUNT);
	query_bind_text(&query, after, STORE_DAY);
	return query_end(&query);
}

enum store_error store_list_sums(
	struct store *store, struct store_sum *rows, unsigned most, unsigned *count)
{
	struct query query = query_read_with(store, SQL_SUMS, most);
	for (*count = 0; *count < most && query_row(&query); (*count)++) {
		struct store_sum *row = &rows[*count];
		*row = (struct store_sum){ .days = 0 };
		query_person(&query, &row->person);
		row->points = query_number(&query);
		row->days = query_unsigned(&query);
	}
	return query_end(&query);
}
