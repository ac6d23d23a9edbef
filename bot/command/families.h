/* families.h - all commands, found by name or one after the other. */
#ifndef BOT_COMMAND_FAMILIES_H
#define BOT_COMMAND_FAMILIES_H

#include "bot/command/command.h"

/* Steps through all of them; *n counts from 0. NULL: no more. */
const struct command *families_next(size_t *n);
/* The command of that name in any case, with or without accents, for admins or not; or NULL. */
const struct command *families_find(const char *word, bool admin);
/* True if that is a command for a channel: what names hidden cards is said in private. */
bool families_public(const char *word);

#endif
