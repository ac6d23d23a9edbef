/* command/history.h - shared by commands that answer from the store. */
#ifndef BOT_COMMAND_HISTORY_H
#define BOT_COMMAND_HISTORY_H

#include "bot/command/command.h"
#include "storage/matches.h"

/* Returns true if a read succeeded; else logs the error and tells the caller. */
bool history_check_read(const struct request *request, enum store_error error);
/*
 * Finds the store's id of the person or AI player named by that argument; without it, of the
 * caller. Writes the name. Returns 0 after telling the caller that nothing was found.
 */
int64_t history_find_person(const struct request *request, unsigned arg, char name[STORE_NAME]);
/* Adds a player's name. An AI player, which the store names by level, gets the level in words. */
void history_add_name(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *name, bool robot);
/*
 * Finds the match numbered by the first argument, or for `last` the caller's last one. Returns
 * false after telling the caller why; `usage` answers other words.
 */
bool history_find_match(
	const struct request *request, enum message usage, struct store_match *match);

#endif
