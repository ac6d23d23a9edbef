/* command/history.h - what commands share that answer from the store. */
#ifndef BOT_COMMAND_HISTORY_H
#define BOT_COMMAND_HISTORY_H

#include "bot/command/command.h"
#include "storage/matches.h"

/* Minds a read that failed: the caller hears so, the operator why. True when there is an answer. */
bool history_read(const struct request *request, enum store_error error);
/*
 * Somebody the store knows: whom the argument of that number names, else the caller. Their name
 * goes to name; 0 after saying that nobody is known by it.
 */
int64_t history_person(const struct request *request, unsigned arg, char name[STORE_NAME]);
/* What somebody in a match is called: an AI player, whom the store knows by its level, in words. */
void history_name(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *name, bool robot);
/*
 * The match that the first argument numbers, or the caller's last one; false after saying that
 * there is none, or usage.
 */
bool history_match(const struct request *request, enum word usage, struct store_match *match);

#endif
