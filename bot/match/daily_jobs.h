/* daily_jobs.h - the jobs of the calendar about deals of a day: made ahead, and published. */
#ifndef BOT_MATCH_DAILY_JOBS_H
#define BOT_MATCH_DAILY_JOBS_H

#include "bot/lobby/lobby.h"

/*
 * Makes the deals of today and tomorrow, lets `expert` play a hand of them for the mean, and
 * publishes deals that are over. Ends challenges, too. With settings.daily_hands 0 does only that.
 * Runs once a minute; the end of a try and of such a hand request it.
 */
enum job_result daily_run_jobs(struct lobby *lobby);
/* Deletes tries of guests without a move in 60 days. */
enum job_result daily_delete_old(struct lobby *lobby);

#endif
