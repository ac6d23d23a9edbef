#include "bot/match/recount.h"

#include "bot/base/metrics.h"
#include "bot/match/ladder.h"
#include "bot/text/rulestext.h"
#include "storage/recount.h"

/*
 * A slice ends after SLICE_STEPS steps or SLICE_NS ns. The number of steps is limited so that a
 * simulation gives the same result each time.
 */
enum { SLICE_STEPS = 200, SLICE_NS = 10 * 1000 * 1000 };

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
		.edition = STORE_DRAFT,
	};
	enum store_error error = store_list_seats(store, row->id, seats, &count);
	if (error || !rebuild(row, seats, count, match.game, &state))
		return error;
	match.broken_off = row->state == STORE_STOPPED || !game_half(match.game, match.state);
	match.played_to_end = !match.broken_off;
	error = find_rated_seats(store, seats, &match);
	return error ? error : ladder_store_ratings(store, &match, &changes);
}

static enum store_error count_next(struct store *store, const struct store_recount *recount)
{
	struct store_match row = { .id = recount->counted, .ended = recount->ended };
	enum store_error error = store_next_recount_match(store, &row);
	if (error == STORE_NONE)
		return store_swap_ratings(store, LADDER_RULE);
	if (!error)
		error = recount_match(store, &row);
	return error ? error : store_set_counted(store, &row);
}

/*
 * Does one step of a recount. Returns STORE_NONE if there was nothing to do. *stage: the stage
 * before the step.
 */
static enum store_error run_step(struct store *store, enum recount_stage *stage)
{
	struct store_recount recount = { .stage = RECOUNT_NONE };
	enum store_error error = store_get_recount(store, &recount);
	*stage = recount.stage;
	if (error)
		return error;
	if (recount.stage == RECOUNT_NONE)
		return STORE_NONE;
	if (recount.stage == RECOUNT_COUNT)
		return count_next(store, &recount);
	error = store_clear_draft(store);
	return error == STORE_NONE ? STORE_OK : error;
}

enum store_error recount_check_rule(struct store *store)
{
	struct store_recount recount = { .stage = RECOUNT_NONE };
	enum store_error error = store_get_recount(store, &recount);
	bool begun = recount.stage == RECOUNT_CLEAR || recount.stage == RECOUNT_COUNT;
	if (error || begun || recount.rule == LADDER_RULE)
		return error;
	error = store_begin_recount(store);
	return error ? error : store_commit(store);
}

void recount_begin(struct lobby *lobby)
{
	if (lobby_check_write(lobby, store_begin_recount(lobby->batch.store)))
		calendar_request(&lobby->calendar, JOB_RECOUNT);
}

enum job_result recount_run_slice(struct lobby *lobby)
{
	struct store *store = lobby->batch.store;
	uint64_t begin = metrics_clock();
	enum recount_stage stage = RECOUNT_NONE;
	enum recount_stage before = RECOUNT_NONE;
	enum store_error error = STORE_OK;
	for (unsigned i = 0; !error && i < SLICE_STEPS && metrics_clock() - begin < SLICE_NS; i++) {
		error = run_step(store, &stage);
		before = i == 0 ? stage : before;
	}
	bool done = error == STORE_NONE;
	enum store_error kept = store_commit(store);
	if (!done && error == STORE_OK)
		error = kept;
	if (done && before != RECOUNT_NONE)
		log_line(lobby->log, LOG_NOTE, "store", "computed all ratings again");
	if (!done && error)
		log_line(lobby->log, LOG_WARN, "store", "cannot compute the ratings again: %s",
			store_error_text(error));
	return done ? JOB_DONE : error ? JOB_FAILED : JOB_MORE;
}
