#include "bot/match/upkeep.h"

#include "bot/match/daily_jobs.h"
#include "bot/match/exercise.h"
#include "bot/match/recount.h"
#include "storage/expiry.h"

static enum job_result store_last_seen(struct lobby *lobby)
{
	enum store_error error = people_store_last_seen(&lobby->people, lobby_date(lobby));
	if (error == STORE_OK)
		return JOB_DONE;
	log_line(lobby->log, LOG_WARN, "store", "cannot store when people were last seen: %s",
		store_error_text(error));
	return JOB_FAILED;
}

static enum job_result delete_inactive_people(struct lobby *lobby)
{
	bool more;
	enum store_error error = people_delete_expired(&lobby->people, lobby_date(lobby), &more);
	if (error == STORE_OK)
		return more ? JOB_MORE : JOB_DONE;
	log_line(lobby->log, LOG_WARN, "store", "cannot delete inactive people: %s",
		store_error_text(error));
	return JOB_FAILED;
}

/* Deletes the remains of guests and ended matches: links, keys of seats, people, idle exercises. */
static enum job_result delete_guests(struct lobby *lobby)
{
	seat_keys_lapse(&lobby->seat_keys);
	guest_run_maintenance(lobby);
	exercise_end_idle(lobby);
	return JOB_DONE;
}

/* Deletes some journals of old matches, if an operator ordered it. */
static enum job_result prune_journals(struct lobby *lobby)
{
	enum { AT_ONCE = 20 };
	struct store_pruning *pruning = &lobby->pruning;
	if (pruning->before == 0)
		return JOB_DONE;
	enum store_error error =
		store_prune_journals(lobby->batch.store, pruning, lobby_date(lobby), AT_ONCE);
	if (error == STORE_OK)
		return JOB_MORE;
	bool done = error == STORE_NONE;
	log_line(lobby->log, done ? LOG_NOTE : LOG_WARN, "store",
		"deleted journals of old matches: %u%s%s", pruning->removed, done ? "" : "; ",
		done ? "" : store_error_text(error));
	if (done)
		pruning->before = 0;
	return done ? JOB_DONE : JOB_FAILED;
}

const struct calendar_job upkeep_jobs[JOB_COUNT] = {
	[JOB_LAST_SEEN] = { .name = "last seen", .every = 1, .run = store_last_seen },
	[JOB_EXPIRY] = { .name = "expiry",
		.zone = "",
		.start = 4 * 60 * 60,
		.every = CALENDAR_DAY,
		.run = delete_inactive_people },
	[JOB_GUESTS] = { .name = "guests", .every = 60, .run = delete_guests },
	[JOB_PRUNING] = { .name = "pruning", .run = prune_journals },
	[JOB_RECOUNT] = { .name = "recount", .run = recount_run_slice },
	[JOB_DAILY] = { .name = "deals of the day", .every = 60, .run = daily_run_jobs },
	[JOB_TRIES] = { .name = "old tries", .every = 60 * 60, .run = daily_delete_old },
};
