/* irc/tags.h - parses the IRCv3 message tags that the bot uses. Pure. */
#ifndef BOT_NET_IRC_TAGS_H
#define BOT_NET_IRC_TAGS_H

#include <stdbool.h>
#include <stdint.h>

/* The tags of a line. The strings point into the parsed bytes. */
struct irc_tags {
	const char *account; /* the sender's account; NULL: not given */
	const char *batch;   /* reference of the batch that contains the line; NULL: no batch */
	bool bot;            /* the sender is marked as a bot */
	int64_t time;        /* server-time, in Unix milliseconds; 0: not given */
};

/*
 * Parses and unescapes tags in place; `bytes` begins after the @. If a name occurs twice, the last
 * one counts. Ignores unknown tags and invalid values.
 */
struct irc_tags irc_tags_read(char *bytes);

#endif
