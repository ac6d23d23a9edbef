/* command/watching.h - tells people about new tables if they asked for that by `notify`. */
#ifndef BOT_COMMAND_WATCHING_H
#define BOT_COMMAND_WATCHING_H

#include "bot/command/command.h"

/*
 * Tells people with `notify on` about a new table. Leaves out the people at the table, people
 * without a connection, and people told of another table a short time ago.
 */
void watching_announce_table(
	struct commands *commands, struct table *table, const struct person *opener);

#endif
