/* chat.h - the surface of chat networks and the terminal: from a line to the dispatcher. */
#ifndef BOT_SURFACE_CHAT_H
#define BOT_SURFACE_CHAT_H

#include "bot/command/command.h"

/*
 * Does what a line of chat asks, if it is a command: in a channel with the prefix or the bot's nick
 * before it, else it is not for the bot. Unknown words get help in private, silence in a channel.
 * channel is NULL in private.
 */
void chat_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text);

#endif
