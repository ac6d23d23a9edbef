/* matrix/pill.h - pills: people whom a client names in a message by a link. Pure. */
#ifndef BOT_NET_MATRIX_PILL_H
#define BOT_NET_MATRIX_PILL_H

#include "bot/base/string.h"

/*
 * Adds the body of a message. The text of a pill becomes the id of its person, so that a command
 * finds them whatever the text is; a pill of the bot becomes @nick. html: the formatted body, or
 * NULL. self, nick: the bot's id and nick.
 */
void pill_resolve(
	const char *body, const char *html, const char *self, const char *nick, struct string *out);

#endif
