/*
 * analysis.h - work that people ask of AI players: one job a person, ANALYSES_MOST in all. A job
 * knows its requester by key, because they may leave or be deleted before it ends.
 */
#ifndef BOT_COMMAND_ANALYSIS_H
#define BOT_COMMAND_ANALYSIS_H

#include "bot/command/command.h"
#include "storage/store.h"

enum { ANALYSES_MOST = 8 };

/* Must be the first member of a job on the heap. */
struct analysis_job {
	struct job job;
	struct lobby *lobby;
	struct commands *commands;
	struct analysis_job *next; /* in the list of all jobs */
	int64_t network;
	char key[STORE_KEY];
};

/* True if the caller may ask for one more analysis; else tells them why not. */
bool analysis_can_begin(const struct request *request);
/* Queues an analysis whose `job` is filled in. */
void analysis_begin(const struct request *request, struct analysis_job *analysis);
/* Queues an unfinished analysis again. */
void analysis_continue(struct analysis_job *analysis);
/* Takes a finished analysis off the list; the caller frees it. Returns the requester, or NULL. */
struct person *analysis_end(struct analysis_job *analysis);

#endif
