/*
 * analysis.h - hints and reviews, which AI players compute on request. A person has at most one
 * job, and there are at most ANALYSES_MOST jobs in all.
 *
 * A job knows its requester by network and key, because they may leave or be deleted before the job
 * ends.
 */
#ifndef BOT_COMMAND_ANALYSIS_H
#define BOT_COMMAND_ANALYSIS_H

#include "bot/command/command.h"
#include "storage/store.h"

enum { ANALYSES_MOST = 8 };

/*
 * A job, allocated on the heap. Must be the first member of a struct with the job's input and
 * result.
 */
struct analysis_job {
	struct job job;
	struct lobby *lobby;
	struct commands *commands;
	struct analysis_job *next; /* next in the list of all jobs */
	int64_t network;
	char key[STORE_KEY];
};

/* Returns true if the caller may ask for one more analysis. Otherwise tells them why not. */
bool analysis_can_begin(const struct request *request);
/* Queues an analysis. Its `job` must be filled in. */
void analysis_begin(const struct request *request, struct analysis_job *analysis);
/* Queues again a job whose analysis is not complete. */
void analysis_continue(struct analysis_job *analysis);
/*
 * Removes a finished analysis from the list; the caller frees it. Returns the requester, or NULL if
 * the requester is gone.
 */
struct person *analysis_end(struct analysis_job *analysis);

#endif
