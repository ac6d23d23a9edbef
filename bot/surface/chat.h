/* chat.h - turns lines of chat networks and the terminal into commands. */
#ifndef BOT_SURFACE_CHAT_H
#define BOT_SURFACE_CHAT_H

#include "bot/command/command.h"

/*
 * Runs the command in a line of chat. In a channel (NULL: in private) the line must begin with the
 * prefix or the bot's nick. An unknown word is answered in private; in a channel only if a player
 * there seems to have mistyped a command.
 */
void chat_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text);

#endif
