/* command/locate.h - finds the table that a command applies to. */
#ifndef BOT_COMMAND_TABLE_ARGUMENT_H
#define BOT_COMMAND_TABLE_ARGUMENT_H

#include "bot/command/command.h"

/* Finds the tutorial or table of a request. Returns false after telling the caller what to type. */
bool table_argument_resolve(struct request *request);
/*
 * Finds the table: #N, else the only one that fits. Returns NULL after telling the caller what to
 * type. For commands that first check their other words.
 */
struct table *table_argument_find(struct request *request, enum table_for which);
/*
 * Finds the caller's table: #N, the one where they sit, or the only one in the channel. Returns
 * NULL without an answer if they have no table.
 */
struct table *table_argument_find_own(const struct request *request);
/*
 * True if a channel command works in private for the caller: they have a private table, or a seat
 * in a channel that bars the bot.
 */
bool table_argument_works_private(const struct request *request);
/*
 * Reads a first word as the table's number, without its #. Returns false after answering
 * `otherwise` to other words.
 */
bool table_argument_read_number(struct request *request, enum message otherwise);

#endif
