/* command_table.h - the list of all commands. */
#ifndef BOT_COMMAND_COMMAND_TABLE_H
#define BOT_COMMAND_COMMAND_TABLE_H

#include "bot/command/command.h"

/* Steps through all commands; *n starts at 0. Returns NULL after the last. */
const struct command *command_table_next(size_t *n);
/* Returns a command's index, less than COMMANDS_MOST. */
size_t command_table_index(const struct command *command);
/*
 * Returns the flags of commands that a person on this network may not know: FOR_ADMINS,
 * NEEDS_OTHER_PEOPLE, both or 0. network is NULL for an operator without one.
 */
unsigned command_table_hidden_flags(const struct network *network, bool admin);
/*
 * Finds a command by name, in any case and without accents, or by a French imperative (joue).
 * Returns NULL if it is unknown or has a flag of hidden.
 */
const struct command *command_table_find(const char *word, unsigned hidden);
/*
 * True if a command typed in the terminal is said in its channel; else it is said in private.
 * Commands that name hidden cards, or may concern a tutorial or a private table with that number
 * (0: any), are private.
 */
bool command_table_is_public(const struct network *network, const char *word, unsigned table);

#endif
