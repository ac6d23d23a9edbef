#include "storage/matches.h"

#include "storage/copy.h"
#include "storage/query.h"
#include "storage/secrecy.h"

enum store_error store_add_match(struct store *store, const struct store_match *match, int64_t *id)
{
	struct query query = query_write_with(store, SQL_MATCH_ADD, match->network);
	query_bind_text(&query, match->channel, STORE_CHANNEL);
	query_bind_number(&query, match->number);
	query_bind_text(&query, match->game, STORE_WORD);
	query_bind_text(&query, match->preset, STORE_WORD);
	query_bind_text(&query, match->options, STORE_OPTIONS);
	query_bind_number(&query, match->opened);
	query_bind_number(&query, match->hidden);
	return query_end_added(&query, id);
}

enum store_error store_start_match(struct store *store, int64_t match, bool rated, int64_t now)
{
	struct query query = query_write_with(store, SQL_MATCH_START, rated);
	query_bind_number(&query, now);
	query_bind_number(&query, match);
	return query_end_found(&query);
}

enum store_error store_unrate_match(struct store *store, int64_t match)
{
	struct query query = query_write_with(store, SQL_MATCH_UNRATE, match);
	return query_end_found(&query);
}

enum store_error store_hide_match(struct store *store, int64_t match, bool hidden)
{
	struct query query = query_write_with(store, SQL_MATCH_HIDE, hidden);
	query_bind_number(&query, match);
	return query_end_found(&query);
}

enum store_error store_end_match(struct store *store, int64_t match, enum store_state state,
	unsigned hands, const struct store_result *results, unsigned count, int64_t now)
{
	struct query query = query_write_with(store, SQL_MATCH_END, state);
	query_bind_number(&query, hands);
	query_bind_number(&query, now);
	query_bind_number(&query, match);
	enum store_error error = query_end_found(&query);
	if (!error)
		error = copy_advance_generation(store);
	/* The journal of a match that is set aside may be damaged: store_open reveals it later. */
	if (!error && state != STORE_SET_ASIDE)
		error = secrecy_reveal(store, match);
	for (unsigned seat = 0; !error && seat < count; seat++) {
		query = query_write_with(store, SQL_SEAT_RESULT, results[seat].points);
		query_bind_number(&query, results[seat].won);
		query_bind_number(&query, match);
		query_bind_number(&query, seat);
		error = query_end_found(&query);
	}
	if (error || state != STORE_FINISHED)
		return error;
	/* Add the match to the statistics and counts of its owners. */
	error = query_run(store, SQL_FIGURES_ADD, match);
	if (!error)
		error = query_run(store, SQL_VERSUS_ADD, match);
	for (unsigned seat = 0; !error && seat < count; seat++) {
		const struct store_result *result = &results[seat];
		query = query_write_with(store, SQL_BEST_ADD, result->stats.best);
		query_bind_number(&query, match);
		query_bind_number(&query, seat);
		error = query_end(&query);
		for (unsigned i = 0; !error && result->names && result->names[i]; i++) {
			if (result->stats.count[i] == 0)
				continue;
			query = query_write(store, SQL_COUNT_ADD);
			query_bind_text(&query, result->names[i], STORE_WORD);
			query_bind_number(&query, result->stats.count[i]);
			query_bind_number(&query, match);
			query_bind_number(&query, seat);
			error = query_end(&query);
		}
	}
	return error;
}

/* Reads a match from the row of a query and ends the query. Returns STORE_NONE without a row. */
static enum store_error end_match(struct query *query, struct store_match *match)
{
	if (!query_row(query))
		return query_end_found(query);
	match->id = query_number(query);
	match->network = query_number(query);
	query_text(query, match->channel, STORE_CHANNEL);
	match->number = query_unsigned(query);
	query_text(query, match->game, STORE_WORD);
	query_text(query, match->preset, STORE_WORD);
	query_text(query, match->options, STORE_OPTIONS);
	match->state = (enum store_state)query_unsigned(query);
	match->rated = query_number(query) != 0;
	match->opened = query_number(query);
	match->started = query_number(query);
	match->ended = query_number(query);
	match->hands = query_unsigned(query);
	match->pruned = query_number(query);
	match->hidden = query_number(query) != 0;
	return query_end_found(query);
}

enum store_error store_get_match(struct store *store, int64_t id, struct store_match *match)
{
	struct query query = query_read_with(store, SQL_MATCH, id);
	return end_match(&query, match);
}

enum store_error store_get_newest_match(struct store *store, int64_t *id)
{
	struct query query = query_read(store, SQL_MATCH_NEWEST);
	*id = query_row(&query) ? query_number(&query) : 0;
	return query_end(&query);
}

enum store_error store_find_last_match(struct store *store, int64_t person, int64_t network,
	const char *channel, struct store_match *match)
{
	struct query query = query_read_with(store, SQL_MATCH_LAST, person);
	query_bind_number(&query, network);
	query_bind_text(&query, channel, STORE_CHANNEL);
	return end_match(&query, match);
}

static enum store_error match_step(
	struct store *store, enum statement statement, struct store_match *match)
{
	struct query query = query_read_with(store, statement, match->id);
	return end_match(&query, match);
}

enum store_error store_next_finished_match(
	struct store *store, int64_t person, const char *game, struct store_match *match)
{
	struct query query = query_read_with(store, SQL_MATCH_FINISHED, match->id);
	query_bind_number(&query, person);
	query_bind_text(&query, game, STORE_WORD);
	return end_match(&query, match);
}

enum store_error store_next_live_match(struct store *store, struct store_match *match)
{
	return match_step(store, SQL_MATCH_LIVE, match);
}

enum store_error store_next_started_match(struct store *store, struct store_match *match)
{
	return match_step(store, SQL_MATCH_STARTED, match);
}

enum store_error store_next_recount_match(struct store *store, struct store_match *match)
{
	struct query query = query_read_with(store, SQL_RECOUNT_MATCH, match->ended);
	query_bind_number(&query, match->id);
	return end_match(&query, match);
}

enum store_error store_next_recent_match(struct store *store, struct store_match *match)
{
	return match_step(store, SQL_MATCH_RECENT, match);
}

enum store_error store_list_robot_matches(struct store *store, int64_t person, const char *game,
	const int64_t robots[STORE_LEVELS], struct store_robot_match *rows, unsigned most,
	unsigned *count)
{
	struct query query = query_read_with(store, SQL_MATCHES_OF_ROBOTS, person);
	query_bind_text(&query, game, STORE_WORD);
	for (unsigned i = 0; i < STORE_LEVELS; i++)
		query_bind_number(&query, robots[i]);
	query_bind_number(&query, most);
	for (*count = 0; *count < most && query_row(&query); (*count)++) {
		struct store_robot_match *row = &rows[*count];
		row->won = query_number(&query) != 0;
		row->seats = query_unsigned(&query);
		row->winners = query_unsigned(&query);
		row->levels = query_unsigned(&query);
	}
	return query_end(&query);
}

enum store_error store_set_seat(
	struct store *store, int64_t match, unsigned seat, const struct store_seat *row)
{
	struct query query = query_write_with(store, SQL_SEAT_PUT, match);
	query_bind_number(&query, seat);
	query_bind_number(&query, row->person.id);
	query_bind_number(&query, row->player.id);
	query_bind_number(&query, row->away);
	query_bind_number(&query, row->misses);
	query_bind_present(&query, row->left);
	query_bind_text(&query, row->robot, STORE_WORD);
	return query_end(&query);
}

enum store_error store_set_seats(
	struct store *store, int64_t match, const struct store_seat *rows, unsigned count)
{
	enum store_error error = STORE_OK;
	for (unsigned seat = 0; !error && seat < count; seat++)
		error = store_set_seat(store, match, seat, &rows[seat]);
	if (error)
		return error;
	struct query query = query_write_with(store, SQL_SEATS_CUT, match);
	query_bind_number(&query, count);
	return query_end(&query);
}

enum store_error store_list_seats(
	struct store *store, int64_t match, struct store_seat rows[STORE_SEATS], unsigned *count)
{
	struct query query = query_read_with(store, SQL_SEATS, match);
	query_bind_number(&query, STORE_SEATS);
	for (*count = 0; *count < STORE_SEATS && query_row(&query); (*count)++) {
		struct store_seat *row = &rows[*count];
		query_person(&query, &row->person);
		query_text(&query, row->shown, sizeof row->shown);
		query_person(&query, &row->player);
		query_text(&query, row->robot, STORE_WORD);
		row->away = query_number(&query) != 0;
		row->misses = query_unsigned(&query);
		row->left = query_number(&query);
		row->points = query_int32(&query);
		row->won = query_number(&query) != 0;
	}
	return query_end(&query);
}
