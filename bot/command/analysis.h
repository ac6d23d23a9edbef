/*
 * analysis.h - what somebody asked an AI player to think about for them: at most one at a time for
 * each person, and few for all. Knows its giver by key: they may go, or be forgotten, meanwhile.
 */
#ifndef BOT_COMMAND_ANALYSIS_H
#define BOT_COMMAND_ANALYSIS_H

#include "bot/command/command.h"
#include "storage/store.h"

enum { ANALYSES_MOST = 8 };

/* The first member of what holds the analysis, which lies on the heap. */
struct analysis_job {
	struct job job;
	struct lobby *lobby;
	struct commands *commands;
	struct analysis_job *next; /* of theirs */
	int64_t network;
	char key[STORE_KEY];
};

/* True if the caller may give one more; says no itself. */
bool analysis_welcome(const struct request *request);
/* Hands over an analysis job whose job is filled in. */
void analysis_begin(const struct request *request, struct analysis_job *analysis);
/* Goes on with an analysis that is not finished. */
void analysis_go_on(struct analysis_job *analysis);
/* The analysis is done, its memory the caller's again; returns who gave it, or NULL: they are gone.
 */
struct person *analysis_end(struct analysis_job *analysis);

#endif
