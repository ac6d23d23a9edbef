/* command/history.h - functions shared by commands that read stored matches and people. */
#ifndef BOT_COMMAND_HISTORY_H
#define BOT_COMMAND_HISTORY_H

#include "bot/command/command.h"
#include "storage/matches.h"

/* Returns true if a read succeeded. Otherwise logs the error and tells the caller. */
bool history_check_read(const struct request *request, enum store_error error);
/*
 * Finds the person or AI player named by an argument. Without that argument, finds the caller.
 * Writes the name. Returns the id in the store, or 0 after telling the caller that the name is
 * unknown.
 */
int64_t history_find_person(const struct request *request, unsigned arg, char name[STORE_NAME]);
/*
 * Adds a player's name, and for an AI player the level in words: "Ovila (normal AI)". level: NULL
 * for a person.
 */
void history_add_name(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *name, const char *level);
/*
 * Finds the match whose number is the first argument; the word `last` means the caller's last
 * match. Returns false after telling the caller the reason. usage: the answer to any other word.
 */
bool history_find_match(
	const struct request *request, enum message usage, struct store_match *match);

#endif
