/* command/watching.h - tells people about new tables, if they asked for it with `notify`. */
#ifndef BOT_COMMAND_WATCHING_H
#define BOT_COMMAND_WATCHING_H

#include "bot/command/command.h"

/*
 * Tells people with `notify on` about a new table, except those at the table, without a connection,
 * or told of another table lately.
 */
void watching_announce_table(
	struct commands *commands, struct table *table, const struct person *opener);

#endif
