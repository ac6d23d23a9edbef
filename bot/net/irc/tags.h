/* irc/tags.h - parses the IRCv3 message tags that the bot uses. Pure. */
#ifndef BOT_NET_IRC_TAGS_H
#define BOT_NET_IRC_TAGS_H

#include <stdbool.h>
#include <stdint.h>

/* The tags of a line. The strings point into the parsed bytes. */
struct irc_tags {
	const char *account; /* account of the sender; NULL: not given */
	const char *batch;   /* reference of the batch that the line is in; NULL: none */
	bool bot;            /* the sender is marked as a bot */
	int64_t time;        /* server-time, in Unix milliseconds; 0: not given */
};

/*
 * Parses tags, without their @, in place. Values are unescaped. The last of equal names counts;
 * unknown and absurd tags are ignored.
 */
struct irc_tags irc_tags_read(char *bytes);

#endif
