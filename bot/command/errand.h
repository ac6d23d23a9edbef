/*
 * errand.h - what somebody asked an AI player to think about for him: at most one at a time for
 * each person, and few for all. Knows its giver by key: he may go, or be forgotten, meanwhile.
 */
#ifndef BOT_COMMAND_ERRAND_H
#define BOT_COMMAND_ERRAND_H

#include "bot/command/command.h"
#include "storage/store.h"

enum { ERRANDS_MOST = 8 };

/* The first member of what holds the errand, which lies on the heap. */
struct errand {
	struct job job;
	struct lobby *lobby;
	struct commands *commands;
	struct errand *next; /* of theirs */
	int64_t network;
	char key[STORE_KEY];
};

/* Whether the caller may give one more; says no itself. */
bool errand_welcome(const struct request *request);
/* Hands over an errand whose job is filled in; false without memory: it stays the caller's. */
bool errand_begin(const struct request *request, struct errand *errand);
/* Thinks on about what was not finished; false: it could not be. */
bool errand_go_on(struct errand *errand);
/* The errand is done, its memory the caller's again; returns who gave it, or NULL: he is gone. */
struct person *errand_end(struct errand *errand);

#endif
