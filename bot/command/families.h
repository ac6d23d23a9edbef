/* families.h - all commands, found by name or one after the other. */
#ifndef BOT_COMMAND_FAMILIES_H
#define BOT_COMMAND_FAMILIES_H

#include "bot/command/command.h"

/* Steps through all of them; *n counts from 0. NULL: no more. */
const struct command *families_next(size_t *n);
/* The place of one of them, from 0 and less than COMMANDS_MOST. */
size_t families_place(const struct command *command);
/*
 * Returns FOR_ADMINS, AMONG_PEOPLE, both or none: commands with these bits are unknown words to a
 * person on that network. NULL: to an operator without a network.
 */
unsigned families_hidden(const struct network *network, bool admin);
/* The command of that name in any case, with or without accents, and none of those bits; or NULL.
 */
const struct command *families_find(const char *word, unsigned hidden);
/*
 * True if that is a command for a channel, on a network of one person: what names hidden cards is
 * said in private, and by who is alone also what may mean a tutorial; likewise what may mean the
 * tutorial they take, or their private table of that number, 0: any.
 */
bool families_public(const struct network *network, const char *word, unsigned table);

#endif
