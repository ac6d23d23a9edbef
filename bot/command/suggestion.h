/* suggestion.h - suggests a command for an unknown word. */
#ifndef BOT_COMMAND_SUGGESTION_H
#define BOT_COMMAND_SUGGESTION_H

#include "bot/command/command.h"
#include "engine/text.h"

/*
 * Adds to out the command nearest to a mistyped word ("play" for "plya"), or a move and its card
 * typed as one word ("p 8d" for "p8d"). hidden: as in command_table.h. Returns false if nothing is
 * near.
 */
bool suggestion_add_command(const struct lobby *lobby, const struct person *person,
	const char *word, unsigned hidden, struct text *out);

#endif
