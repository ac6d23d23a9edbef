/* suggestion.h - suggests a command for an unknown word. */
#ifndef BOT_COMMAND_SUGGESTION_H
#define BOT_COMMAND_SUGGESTION_H

#include "bot/command/command.h"
#include "engine/text.h"

/*
 * Adds the command that is nearest to a mistyped word: "play" for "plya". Splits a move typed as
 * one word: "p 8d" for "p8d". hidden: flags of commands never suggested, see command_table.h.
 * Returns false if no command is near.
 */
bool suggestion_add_command(const struct lobby *lobby, const struct person *person,
	const char *word, unsigned hidden, struct text *out);

#endif
