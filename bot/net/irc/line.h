/* irc/line.h - one line of the IRC protocol taken apart, checked and put together again. Pure. */
#ifndef BOT_NET_IRC_LINE_H
#define BOT_NET_IRC_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/tags.h"

/*
 * A line is at most 8191 bytes of tags and IRC_LINE_TEXT else, as LINELEN=2048 allows; libircclient
 * bears no more than IRC_LINE_FED.
 */
enum { IRC_LINE_TAGS = 8191, IRC_LINE_TEXT = 2046, IRC_LINE_FED = 1000, IRC_LINE_PARAMS = 15 };

/* The strings lie inside the line that was taken apart. */
struct irc_line {
	struct irc_tags tags;
	const char *source;  /* nick!user@host or a server's name; NULL: none given */
	const char *nick;    /* of the person in the source; NULL: none, or not looked for yet */
	const char *command; /* in upper case, or three digits */
	int code;            /* of a numeric, 1…999; else 0 */
	const char *param[IRC_LINE_PARAMS];
	size_t params;
	size_t length; /* bytes but for tags */
};

/*
 * Takes a line without its end apart in place. Further parameters are left out.
 * False when it isn't a line of the protocol.
 */
bool irc_line_read(char *bytes, struct irc_line *line);

/*
 * True if libircclient takes this line without harm and makes exactly one event of it, given that
 * the command is one it has an event for and has its parameters: so no DCC.
 */
bool irc_line_fit(const struct irc_line *line);
/* True if only its length speaks against that, and there is nothing in it to take apart. */
bool irc_line_is_long(const struct irc_line *line);
/*
 * Writes the line in the plainest form, ended by CR LF and a NUL, with at most 10 parameters;
 * returns its length without the NUL, or 0 when it does not fit.
 */
size_t irc_line_write(const struct irc_line *line, char *out, size_t size);

/* The nick in a source, cut to size (at least 1); false when it is empty, cut or a server's name.
 */
bool irc_line_nick(const char *source, char *nick, size_t size);

#endif
