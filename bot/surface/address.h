/* address.h - finds out whether a line in a channel calls the bot by its name. */
#ifndef BOT_SURFACE_ADDRESS_H
#define BOT_SURFACE_ADDRESS_H

#include "bot/text/catalog.h"

enum address_kind {
	ADDRESS_NONE,
	/*
	 * The line begins with the name, but may be about the bot and not for it: "mitaines is
	 * slow", "hey mitaines how do I play".
	 */
	ADDRESS_LOOSE,
	ADDRESS_DIRECT /* "mitaines: …", "mitaines, …", "@mitaines …" or "how do I play, mitaines?"
			*/
};

struct address {
	enum address_kind kind;
	char text[1024]; /* the line without the name and without a greeting before it */
};

/* Reads a line. name: how people call the bot, its nick or display name. */
void address_read(
	struct address *address, const struct catalog *catalog, const char *name, const char *line);
/*
 * True if a sentence asks something: it ends with a question mark, or begins with a word like "how"
 * in any language.
 */
bool address_is_question(const struct catalog *catalog, const char *sentence);

#endif
