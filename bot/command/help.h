/* command/help.h - the name of a command in a language. */
#ifndef BOT_COMMAND_HELP_H
#define BOT_COMMAND_HELP_H

#include "bot/command/command.h"

/*
 * Adds the name of a command in a language, with its accents: "règles". `help` must list the
 * command. Returns false, and adds nothing, if it does not.
 */
bool help_add_name(const struct catalog *catalog, unsigned language, const struct command *command,
	struct text *out);

#endif
