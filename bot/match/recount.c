#include "bot/match/recount.h"

#include "bot/match/ladder.h"
#include "bot/text/rulestext.h"
#include "storage/recount.h"

enum { PROGRESS_MATCHES = 1024 };

/*
 * Rebuilds the state of a stored match, with its sides and scores. Returns false if this program
 * does not know the game. In a match that ended early the last hand is still in play.
 */
static bool rebuild(const struct store_match *row, const struct store_seat *seats, unsigned count,
	const struct game *game, union any_state *block)
{
	struct state *state = &block->state;
	if (game == NULL || game_preset(game, row->preset) < 0)
		return false;
	rulestext_open_state(game, row->preset, row->options, block);
	if (game_start(game, state, count, 0) != REFUSE_NONE)
		return false;
	for (unsigned i = 0; i < count; i++)
		state->total[i] = seats[i].points;
	state->hand = (uint16_t)row->hands;
	if (row->hands < game_hands(game, state))
		state->phase = PHASE_PLAY;
	return true;
}

/* Finds the seats whose owners were rated for this match by the earlier rule. */
static enum store_error find_rated_seats(
	struct store *store, const struct store_seat *seats, struct ladder_match *match)
{
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < match->state->players; i++) {
		bool rated;
		error = store_was_rated(store, match->id, seats[i].person.id, &rated);
		match->rated_seats |= (uint16_t)(rated << i);
	}
	return error;
}

static enum store_error recount_match(struct store *store, const struct store_match *row)
{
	struct store_seat seats[STORE_SEATS];
	struct rate_changes changes = { .count = 0 };
	union any_state state;
	unsigned count;
	struct ladder_match match = {
		.id = row->id,
		.ended = row->ended,
		.game = game_named(row->game),
		.preset = row->preset,
		.state = &state.state,
		.seat = seats,
		.pruned = row->pruned != 0,
	};
	enum store_error error = store_list_seats(store, row->id, seats, &count);
	if (error || !rebuild(row, seats, count, match.game, &state))
		return error;
	match.broken_off = row->state == STORE_STOPPED || !game_half(match.game, match.state);
	match.played_to_end = !match.broken_off;
	error = find_rated_seats(store, seats, &match);
	return error ? error : ladder_store_ratings(store, &match, &changes);
}

static enum store_error recount_all(
	struct store *store, const struct recount_progress *progress, unsigned *count)
{
	struct store_match row = { .id = 0 };
	enum store_error error;
	for (*count = 0; (error = store_next_recount_match(store, &row)) == STORE_OK; (*count)++) {
		if (progress->tell != NULL && *count % PROGRESS_MATCHES == 0)
			progress->tell(progress->context);
		error = recount_match(store, &row);
		if (error)
			return error;
	}
	return error == STORE_NONE ? store_end_recount(store) : error;
}

enum store_error recount_again(
	struct store *store, const struct recount_progress *progress, unsigned *count)
{
	enum store_error error = store_begin_same_recount(store);
	return error ? error : recount_all(store, progress, count);
}

bool recount_ratings(
	struct store *store, const struct log *log, const struct recount_progress *progress)
{
	unsigned count = 0;
	enum store_error error = store_begin_recount(store, LADDER_RULE);
	if (error == STORE_NONE)
		return true;
	if (!error)
		error = recount_all(store, progress, &count);
	if (!error)
		error = store_commit(store);
	if (error)
		log_line(log, LOG_ERROR, "store",
			"cannot compute all ratings again by the new rule: %s",
			store_error_text(error));
	else if (count > 0)
		log_line(log, LOG_NOTE, "store",
			"computed all ratings again by the new rule; matches: %u", count);
	return !error;
}
