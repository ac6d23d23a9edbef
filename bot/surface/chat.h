/* chat.h - runs the commands in lines of chat networks and of the terminal. */
#ifndef BOT_SURFACE_CHAT_H
#define BOT_SURFACE_CHAT_H

#include "bot/command/command.h"

/*
 * Runs the command in a line of chat. channel: NULL in private. In a channel, a command begins with
 * the prefix or with the bot's nick. An unknown word is answered in private. If it was said in a
 * channel, it is answered only if it resembles a command and comes from a player in that channel.
 */
void chat_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text);

#endif
