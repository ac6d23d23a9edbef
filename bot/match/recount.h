/*
 * recount.h - computes all ratings again from the stored matches, after the rule of ratings or a
 * match has changed.
 *
 * It works in slices between other events, and people see the old ratings until all new ones are
 * there (storage/recount.h). Matches that end meanwhile are queued (rate.h).
 */
#ifndef BOT_MATCH_RECOUNT_H
#define BOT_MATCH_RECOUNT_H

#include "bot/lobby/lobby.h"

/* Begins a recount if the ratings follow another rule than LADDER_RULE. */
enum store_error recount_check_rule(struct store *store);
/* Begins a recount as part of the batch. */
void recount_begin(struct lobby *lobby);
/*
 * Runs one slice of a recount, about 10 ms, and commits it. The calendar calls it as a job. If a
 * slice fails, logs the error; the next call goes on.
 */
enum job_result recount_run_slice(struct lobby *lobby);

#endif
