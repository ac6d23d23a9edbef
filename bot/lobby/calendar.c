#include "bot/lobby/calendar.h"

#include "bot/base/zone.h"
#include "bot/lobby/lobby.h"
#include "storage/jobs.h"

static bool is_daily(const struct calendar_job *job)
{
	return job->every == CALENDAR_DAY;
}

/* Returns the time of the next run of a daily job. ran: its last run. Both in Unix seconds. */
static int64_t find_next_day(const struct calendar_job *job, int64_t ran)
{
	int32_t offset;
	zone_find_offset(job->zone, ran, &offset);
	int64_t local = ran + offset;
	int64_t next = local - local % CALENDAR_DAY + job->start;
	while (zone_find_date(job->zone, next) <= ran)
		next += CALENDAR_DAY;
	return zone_find_date(job->zone, next);
}

bool calendar_open(struct lobby *lobby)
{
	struct calendar *calendar = &lobby->calendar;
	for (int i = 0; i < JOB_COUNT; i++) {
		const struct calendar_job *job = &calendar->job[i];
		int64_t ran;
		if (!is_daily(job))
			continue;
		enum store_error error = store_get_job(lobby->batch.store, job->name, &ran);
		if (error == STORE_OK && ran <= env_date(&lobby->env))
			calendar->due[i] = find_next_day(job, ran);
		else if (error != STORE_OK && error != STORE_NONE)
			return false;
	}
	return true;
}

void calendar_request(struct calendar *calendar, enum job_id job)
{
	calendar->due[job] = 0;
	calendar->retry_at[job] = 0;
}

/* Stores that a daily job has run. If that fails, the job may run again when the bot starts. */
static void store_run(struct lobby *lobby, const struct calendar_job *job)
{
	struct store *store = lobby->batch.store;
	enum store_error error = store_set_job(store, job->name, env_date(&lobby->env));
	if (error == STORE_OK)
		error = store_commit(store);
	if (error != STORE_OK)
		log_line(lobby->log, LOG_WARN, "store", "cannot store that the job \"%s\" ran: %s",
			job->name, store_error_text(error));
}

bool calendar_run(struct lobby *lobby)
{
	struct calendar *calendar = &lobby->calendar;
	bool more = false;
	for (int i = 0; i < JOB_COUNT; i++) {
		const struct calendar_job *job = &calendar->job[i];
		int64_t now = env_now(&lobby->env);
		if ((is_daily(job) ? env_date(&lobby->env) : now) < calendar->due[i] ||
			now < calendar->retry_at[i])
			continue;
		enum job_result result = lobby->batch.writes > 0 ? JOB_MORE : job->run(lobby);
		if (result == JOB_FAILED)
			calendar->retry_at[i] = now + CALENDAR_RETRY_MS;
		if (result == JOB_DONE && is_daily(job)) {
			store_run(lobby, job);
			calendar->due[i] = find_next_day(job, env_date(&lobby->env));
		} else if (result == JOB_DONE) {
			calendar->due[i] = job->every > 0
				? env_now(&lobby->env) + (int64_t)job->every * 1000
				: INT64_MAX;
		}
		more |= result == JOB_MORE;
	}
	return more;
}
