/*
 * calendar.h - jobs beside the games: deletions, recounts, and jobs at a time of day.
 *
 * A job runs at an interval, once a day at a time of its zone, or only when it is requested. It
 * works in slices of a few milliseconds between other events, never within a batch that has writes,
 * because a slice commits its own work. The last run of a daily job is stored: after a standstill,
 * however long, the job runs once, at the start. All other jobs run once at the start too.
 */
#ifndef BOT_LOBBY_CALENDAR_H
#define BOT_LOBBY_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

struct lobby;

enum job_id {
	JOB_LAST_SEEN,
	JOB_EXPIRY,
	JOB_GUESTS,
	JOB_PRUNING,
	JOB_RECOUNT,
	JOB_DAILY,
	JOB_TRIES,
	JOB_COUNT
};

enum job_result {
	JOB_DONE,
	JOB_MORE,  /* run the next slice soon */
	JOB_FAILED /* run again after CALENDAR_RETRY_MS; the job has logged the error */
};

enum { CALENDAR_RETRY_MS = 60 * 1000, CALENDAR_DAY = 24 * 60 * 60 };

struct calendar_job {
	const char *name; /* name of a daily job, by which the database stores its last run */
	const char *zone; /* time zone of a daily job, as zone_read names it; "" is UTC */
	int32_t start;    /* start of a daily job: seconds from midnight in its zone */
	int32_t every; /* seconds between two runs, CALENDAR_DAY for a daily job; 0: on request */
	enum job_result (*run)(struct lobby *lobby); /* does one slice of the job */
};

/*
 * due: time of the next run of each job, in ms on the lobby's clock, for daily jobs in Unix
 * seconds; INT64_MAX: the job waits for a request. retry_at: earliest time, in ms on the lobby's
 * clock, to run a failed job again; 0: it has not failed.
 */
struct calendar {
	const struct calendar_job *job; /* JOB_COUNT jobs; set before lobby_open */
	int64_t due[JOB_COUNT];
	int64_t retry_at[JOB_COUNT];
};

/* Reads when the daily jobs last ran. Returns false if the database fails. */
bool calendar_open(struct lobby *lobby);
/* Lets a job run soon. */
void calendar_request(struct calendar *calendar, enum job_id job);
/* Runs a slice of each job that is due. Returns true if one of them has more to do. */
bool calendar_run(struct lobby *lobby);

#endif
