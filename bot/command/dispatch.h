/* command/dispatch.h - from a line of chat to the function that does what it asks. */
#ifndef BOT_COMMAND_DISPATCH_H
#define BOT_COMMAND_DISPATCH_H

#include "bot/command/command.h"

/*
 * Does what a line of chat asks, if it is a command: in a channel with the prefix or the bot's nick
 * before it, else it is not for the bot. Unknown words get help in private, silence in a channel.
 */
void dispatch_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text);
/* Frees what commands keep. */
/*
 * An operator who is not in chat gives an order, what follows `admin`; from says who in the log.
 * Within a batch, which is to be kept before answers are believed.
 */
void dispatch_order(
	struct commands *commands, const char *from, const char *order, struct answers *answers);
void dispatch_close(struct commands *commands);

#endif
