/* Tests the calendar: daily jobs in their time zone, jobs on request, jobs missed while the bot was
 * down, and failures. */
#include "bot/lobby/calendar.h"
#include "tests/stage/kept.h"

/* MARCH: 1 March 2027, 00:00 UTC, in Unix seconds. HOUR: milliseconds. */
enum { MARCH = 1803859200, HOUR = 3600 * 1000 };

/* Number of times that the calendar has run each job or a slice of it. */
static unsigned runs[JOB_COUNT];

static enum job_result count_expiry(struct lobby *lobby)
{
	(void)lobby;
	runs[JOB_EXPIRY]++;
	return JOB_DONE;
}

static enum job_result count_guests(struct lobby *lobby)
{
	(void)lobby;
	runs[JOB_GUESTS]++;
	return JOB_DONE;
}

/* Counts a slice of the recount. The job needs three slices, and fails once before the last one. */
static enum job_result count_recount(struct lobby *lobby)
{
	static const enum job_result results[] = { JOB_MORE, JOB_MORE, JOB_FAILED, JOB_DONE };
	(void)lobby;
	return results[runs[JOB_RECOUNT]++ % 4];
}

static enum job_result count_nothing(struct lobby *lobby)
{
	(void)lobby;
	return JOB_DONE;
}

static const struct calendar_job jobs[JOB_COUNT] = {
	[JOB_LAST_SEEN] = { .name = "last seen", .run = count_nothing },
	[JOB_EXPIRY] = { .name = "in Paris",
		.zone = "Europe/Paris",
		.start = 4 * 3600,
		.every = CALENDAR_DAY,
		.run = count_expiry },
	[JOB_GUESTS] = { .name = "guests", .every = 60, .run = count_guests },
	[JOB_PRUNING] = { .name = "pruning", .run = count_nothing },
	[JOB_RECOUNT] = { .name = "recount", .run = count_recount },
	[JOB_DAILY] = { .name = "daily", .run = count_nothing },
	[JOB_TRIES] = { .name = "tries", .run = count_nothing },
};

/* Starts the calendar on a day of March 2027, at an hour of UTC. */
static void start_at(struct stage *stage, int day, int hour)
{
	stage->now += (MARCH + (day - 1) * 86400 + hour * 3600 - lobby_date(&stage->lobby)) * 1000;
	stage->lobby.calendar = (struct calendar){ .job = jobs };
	memset(runs, 0, sizeof runs);
	assert_true(calendar_open(&stage->lobby));
	stage_wait(stage, 0);
}

STAGE_CASE(a_daily_job_runs_at_its_time_of_day_when_the_clocks_change)
{
	/* In Paris 04:00 is 03:00 UTC on 27 March 2027, and 02:00 UTC from 28 March on. */
	start_at(stage, 26, 12);
	assert_int_equal(runs[JOB_EXPIRY], 1); /* a job that has never run is overdue */
	stage_wait(stage, 15 * HOUR - 1000);
	assert_int_equal(runs[JOB_EXPIRY], 1);
	stage_wait(stage, 1000);
	assert_int_equal(runs[JOB_EXPIRY], 2);
	stage_wait(stage, 22 * HOUR);
	assert_int_equal(runs[JOB_EXPIRY], 2);
	stage_wait(stage, HOUR);
	assert_int_equal(runs[JOB_EXPIRY], 3);
	stage_wait(stage, 23 * HOUR);
	assert_int_equal(runs[JOB_EXPIRY], 3);
}

STAGE_CASE(a_daily_job_runs_once_after_days_when_the_bot_was_down)
{
	start_at(stage, 26, 12);
	assert_int_equal(runs[JOB_EXPIRY], 1);
	start_at(stage, 26, 15);
	assert_int_equal(runs[JOB_EXPIRY], 0);
	start_at(stage, 31 + 5, 15);
	assert_int_equal(runs[JOB_EXPIRY], 1);
	stage_wait(stage, HOUR);
	assert_int_equal(runs[JOB_EXPIRY], 1);
	start_at(stage, 31 + 1, 15); /* the machine's clock is set back */
	assert_int_equal(runs[JOB_EXPIRY], 1);
}

STAGE_CASE(a_requested_job_runs_slice_after_slice_and_again_a_minute_after_an_error)
{
	start_at(stage, 26, 12);
	assert_true(calendar_run(&stage->lobby));
	assert_false(calendar_run(&stage->lobby));
	assert_int_equal(runs[JOB_RECOUNT], 3);
	stage_wait(stage, CALENDAR_RETRY_MS - 1);
	assert_int_equal(runs[JOB_RECOUNT], 3);
	stage_wait(stage, 1);
	assert_int_equal(runs[JOB_RECOUNT], 4);
	stage_wait(stage, 48 * HOUR);
	assert_int_equal(runs[JOB_RECOUNT], 4);
	calendar_request(&stage->lobby.calendar, JOB_RECOUNT);
	stage_wait(stage, 0);
	assert_int_equal(runs[JOB_RECOUNT], 5);
}

STAGE_CASE(a_job_waits_for_the_end_of_a_batch_with_writes)
{
	start_at(stage, 26, 12);
	assert_int_equal(runs[JOB_GUESTS], 1);
	stage_wait(stage, 59000);
	assert_int_equal(runs[JOB_GUESTS], 1);
	stage_add(stage, "eve", true, "!new mitch");
	stage->now += 1000;
	assert_true(calendar_run(&stage->lobby));
	assert_int_equal(runs[JOB_GUESTS], 1);
	lobby_commit(&stage->lobby);
	stage_wait(stage, 0);
	assert_int_equal(runs[JOB_GUESTS], 2);
}
