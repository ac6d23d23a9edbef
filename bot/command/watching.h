/* command/watching.h - people who want to be told when a table wants players. */
#ifndef BOT_COMMAND_WATCHING_H
#define BOT_COMMAND_WATCHING_H

#include "bot/command/command.h"

/* Tells of a table that opened those who want to know; they can be reached and do not sit there. */
void watching_call(struct commands *commands, struct table *table, const struct person *opener);

#endif
