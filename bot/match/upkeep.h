/* upkeep.h - the jobs of the calendar: deletions and recounts. */
#ifndef BOT_MATCH_UPKEEP_H
#define BOT_MATCH_UPKEEP_H

#include "bot/lobby/calendar.h"

/* The jobs for `calendar.job` of a lobby; see lobby/calendar.h. */
extern const struct calendar_job upkeep_jobs[JOB_COUNT];

#endif
