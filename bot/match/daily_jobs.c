#include "bot/match/daily_jobs.h"

#include <sodium.h>
#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/history/trial_walk.h"
#include "bot/match/challenge.h"
#include "bot/match/daily.h"
#include "bot/match/places.h"
#include "engine/mitaines/reply.h"
#include "engine/shuffle.h"

/*
 * AT_ONCE: maximum number of tries that one slice publishes. AFTER: maximum seconds that a ladder
 * deal waits for its last hands. IDLE: seconds without a move after which the deal does not wait
 * for a person. KEPT: days without a move after which a guest's try is deleted. SUMMED: days that
 * the sums of the ladder cover.
 */
enum { AT_ONCE = 50, DAY = 24 * 60 * 60, AFTER = DAY, IDLE = 60 * 60, KEPT = 60, SUMMED = 30 };

/* ---- the mean ---- */

/* The job of a hand that `expert` plays in both seats. */
struct hand_job {
	struct job job;
	struct lobby *lobby;
	struct store_trial trial;
	unsigned number; /* number of the hand, from 1 */
	int32_t points;  /* points of the person's seat */
};

/*
 * Finds the move of the seat that has the turn. The AI player's seat gives the same replies as to
 * people. In the person's seat, the random numbers depend on the number of the hand, so that the
 * hands differ.
 */
static struct move find_move(struct hand_job *hand, const struct trial_walk *walk, void *memory)
{
	char words[REPLY_TEXT + 32];
	struct text text = text_in(words, sizeof words);
	union any_view seen;
	struct move move = { .act = ACT_COUNT };
	unsigned turn = walk->state.state.turn;
	walk->game->view(&walk->state.state, turn, &seen.view);
	if (turn == TRIAL_SEAT) {
		text_add(&text, "hand ");
		text_number(&text, hand->number);
		text_char(&text, '\n');
	}
	reply_write_view(&seen.view, &text);
	uint64_t seed = shuffle_daily_thinking(hand->trial.seed, words);
	reply_find_move(&seen.view, reply_think(&seen.view, seed, memory), &move);
	return move;
}

static void play(struct job *job, void *memory)
{
	struct hand_job *hand = (struct hand_job *)job;
	struct trial_walk walk;
	trial_walk_open(&walk, &hand->trial, "");
	while (!trial_is_over(&hand->trial, &walk.state.state))
		trial_walk_make(&walk, find_move(hand, &walk, memory));
	hand->points = state_score(&walk.state.state, TRIAL_SEAT);
}

static void free_job(struct job *job)
{
	sodium_memzero(job, sizeof(struct hand_job));
	free(job);
}

static void note_hand(struct job *job)
{
	struct hand_job *hand = (struct hand_job *)job;
	struct lobby *lobby = hand->lobby;
	lobby->daily.plays = false;
	calendar_request(&lobby->calendar, JOB_DAILY);
	lobby_check_write(lobby, store_add_par(lobby->batch.store, hand->trial.id, hand->points));
	free_job(job);
}

/* Starts the job that plays the next hand of a deal. Returns false if all hands were played. */
static bool play_hand(struct lobby *lobby, const struct store_trial *trial)
{
	if (trial->pars >= lobby->settings.daily_hands)
		return false;
	struct hand_job *hand = memory_new(1, sizeof *hand);
	*hand = (struct hand_job){
		.job = { .work = play, .done = note_hand, .drop = free_job },
		.lobby = lobby,
		.trial = *trial,
		.number = trial->pars + 1,
	};
	lobby->daily.plays = true;
	worker_pool_add(lobby->robots.slow_pool, &hand->job, 0);
	return true;
}

/*
 * Makes the deals of a day, and starts a job that plays a hand of them, unless one runs. Returns
 * false if the database fails.
 */
static bool prepare(struct lobby *lobby, const struct daily_day *day)
{
	static const enum store_trial_kind kinds[] = { STORE_OPEN_DEAL, STORE_LADDER_DEAL };
	struct store_trial row;
	for (unsigned i = 0; i < 2; i++) {
		if (!daily_make(lobby, kinds[i], day, &row))
			return false;
		if (!lobby->daily.plays)
			play_hand(lobby, &row);
	}
	return true;
}

/* ---- publication ---- */

/*
 * True if a deal that is over must not be published yet: a ladder deal waits while people still
 * play it, but at most AFTER seconds.
 */
static bool must_wait(struct lobby *lobby, const struct store_trial *trial)
{
	bool played = false;
	int64_t now = lobby_date(lobby);
	if (trial->kind != STORE_LADDER_DEAL || now >= trial->ends + AFTER)
		return false;
	return store_is_played(lobby->batch.store, trial->id, now - IDLE, &played) == STORE_OK &&
		played;
}

/* Computes the sums of the ladder again, after one of its deals was published. */
static void count_sums(struct lobby *lobby, const struct store_trial *trial)
{
	struct daily_day before = daily_day_at(&lobby->settings, trial->starts - SUMMED * DAY);
	lobby_check_write(lobby, store_count_sums(lobby->batch.store, before.date));
}

/* Publishes the moves of some tries, and after the last one the seed. */
static void publish(struct lobby *lobby, const struct store_trial *trial)
{
	struct store *store = lobby->batch.store;
	enum store_error error = STORE_OK;
	for (unsigned i = 0; i < AT_ONCE && error == STORE_OK; i++)
		error = store_reveal_try(store, trial->id);
	lobby_check_write(lobby, error == STORE_NONE ? STORE_OK : error);
	if (error != STORE_NONE)
		return;
	lobby_check_write(lobby, store_reveal_trial(store, trial, lobby_date(lobby)));
	if (trial->kind != STORE_LADDER_DEAL)
		return;
	count_sums(lobby, trial);
	/* If the bot was down for days, tell channels only about the last day. */
	if (lobby_date(lobby) < trial->ends + DAY)
		places_tell_channels(lobby, trial->day);
}

/* Publishes a part of the first deal that is over. Returns false without such a deal. */
static bool publish_next(struct lobby *lobby)
{
	struct store_trial over = { .id = 0 };
	bool found = false;
	while (!found &&
		store_next_trial_over(lobby->batch.store, lobby_date(lobby), &over) == STORE_OK)
		found = over.kind != STORE_CHALLENGE && !must_wait(lobby, &over);
	if (found)
		publish(lobby, &over);
	sodium_memzero(&over, sizeof over);
	return found;
}

/*
 * Makes the deals of today and tomorrow, and publishes deals that are over. Returns true if there
 * may be more to publish.
 */
static bool run_deals(struct lobby *lobby)
{
	struct daily_day today = daily_day_at(&lobby->settings, lobby_date(lobby));
	struct daily_day next = daily_day_at(&lobby->settings, today.ends);
	return prepare(lobby, &today) && prepare(lobby, &next) && publish_next(lobby);
}

enum job_result daily_run_jobs(struct lobby *lobby)
{
	bool more = challenge_end_due(lobby);
	if (lobby->settings.daily_hands > 0)
		more |= run_deals(lobby);
	if (lobby->batch.error != STORE_OK)
		return JOB_FAILED;
	return more ? JOB_MORE : JOB_DONE;
}

enum job_result daily_delete_old(struct lobby *lobby)
{
	unsigned deleted = 0;
	lobby_check_write(lobby,
		store_delete_old_tries(
			lobby->batch.store, lobby_date(lobby) - KEPT * DAY, &deleted));
	return deleted > 0 ? JOB_MORE : JOB_DONE;
}
