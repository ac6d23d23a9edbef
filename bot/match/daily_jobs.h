/* daily_jobs.h - the jobs of the calendar that make, publish and delete deals of a day. */
#ifndef BOT_MATCH_DAILY_JOBS_H
#define BOT_MATCH_DAILY_JOBS_H

#include "bot/lobby/lobby.h"

/*
 * Makes the deals of today and tomorrow, lets `expert` play a hand of them, and publishes deals
 * that are over. People's results are compared with the mean of the hands that `expert` has played.
 * Also ends challenges; if settings.daily_hands is 0, does only that. Runs once a minute, and on
 * request when a try or a hand of `expert` ends.
 */
enum job_result daily_run_jobs(struct lobby *lobby);
/* Deletes guests' tries (trial.h) that had no move for 60 days. */
enum job_result daily_delete_old(struct lobby *lobby);

#endif
