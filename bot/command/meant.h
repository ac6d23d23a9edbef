/* meant.h - what somebody meant who gave a command that there is not. */
#ifndef BOT_COMMAND_MEANT_H
#define BOT_COMMAND_MEANT_H

#include "bot/command/command.h"
#include "engine/text.h"

/*
 * Adds to out the command that somebody's word is near to, "play" for "plya", or whose name was
 * written together with a card, "p 8d" for "p8d"; hidden as in families.h. False: there is none,
 * and nothing is added.
 */
bool meant_command(const struct lobby *lobby, const struct person *person, const char *word,
	unsigned hidden, struct text *out);

#endif
