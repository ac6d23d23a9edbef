/* command_table.h - the table of all commands. */
#ifndef BOT_COMMAND_COMMAND_TABLE_H
#define BOT_COMMAND_COMMAND_TABLE_H

#include "bot/command/command.h"

/* Steps through all commands. *n starts at 0. Returns NULL after the last. */
const struct command *command_table_next(size_t *n);
/* Returns the index of a command, which is less than COMMANDS_MOST. */
size_t command_table_index(const struct command *command);
/*
 * Returns the flags whose commands are hidden from a person on this network: FOR_ADMINS, and flags
 * that begin with NEEDS. network: NULL for an operator without a network.
 */
unsigned command_table_hidden_flags(const struct network *network, bool admin);
/*
 * Finds a command by a word of any language, in any case. hidden: ignores commands with one of
 * these flags. Returns NULL if not found.
 */
const struct command *command_table_find(
	const struct catalog *catalog, const char *word, unsigned hidden);
/*
 * True if a command typed in the terminal counts as given in the channel. It counts as given in
 * private if it names hidden cards, or may concern an exercise or a private table. table: number of
 * the only private table that counts; 0: any private table counts.
 */
bool command_table_is_public(const struct network *network, const char *word, unsigned table);

#endif
