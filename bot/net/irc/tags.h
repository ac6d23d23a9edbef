/* irc/tags.h - what a server writes before a line, as IRCv3 has it: of it, what the bot uses. Pure.
 */
#ifndef BOT_NET_IRC_TAGS_H
#define BOT_NET_IRC_TAGS_H

#include <stdbool.h>
#include <stdint.h>

/* The strings lie inside the tags that were read. */
struct irc_tags {
	const char *account; /* of whoever sent the line; NULL: none is told */
	const char *batch;   /* the reference of the batch the line is in; NULL: in none */
	bool bot;            /* whoever sent it is marked as a bot */
	int64_t time; /* when the server took the line, Unix time in milliseconds; 0: not told */
};

/*
 * Reads tags without the @ before them, in place: values are unescaped, of several of one name the
 * last one counts, unknown and absurd ones are passed over.
 */
struct irc_tags irc_tags_read(char *bytes);

#endif
