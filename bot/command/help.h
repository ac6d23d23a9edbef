/* command/help.h - the name of a command in a language. */
#ifndef BOT_COMMAND_HELP_H
#define BOT_COMMAND_HELP_H

#include "bot/command/command.h"

/* Writes the folded name by which `help` lists a command. Returns false if it does not list it. */
bool help_name(const struct catalog *catalog, struct locale locale, const struct command *command,
	char *out, size_t size);

#endif
