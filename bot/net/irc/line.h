/* irc/line.h - parses, checks and writes one line of the IRC protocol. Pure. */
#ifndef BOT_NET_IRC_LINE_H
#define BOT_NET_IRC_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/tags.h"

/*
 * Limits of a line: bytes of its tags and of the rest (LINELEN=2048 without CR LF), bytes that
 * libircclient accepts, and parameters.
 */
enum {
	IRC_LINE_TAGS = 8191,
	IRC_LINE_TEXT = 2046,
	IRC_LINE_PARSER_MAX = 1000,
	IRC_LINE_PARAMS = 15
};

/* A parsed line. The strings point into the line's bytes. */
struct irc_line {
	struct irc_tags tags;
	const char *source;  /* nick!user@host or a server's name; NULL: none */
	const char *nick;    /* the nick in the source; NULL: none, or not extracted yet */
	const char *command; /* upper case, or three digits */
	int code;            /* 1…999 for a numeric, else 0 */
	const char *param[IRC_LINE_PARAMS];
	size_t params;
	size_t length; /* bytes without the tags */
};

/*
 * Parses a line without its CR LF, in place. Parameters beyond the last are left out. Returns false
 * if the line is malformed.
 */
bool irc_line_read(char *bytes, struct irc_line *line);

/*
 * True if libircclient handles the line safely and makes exactly one event of it, assuming it has
 * an event for the command and the line has the parameters for it. False for DCC.
 */
bool irc_line_is_parser_safe(const struct irc_line *line);
/* True if a line is only too long for libircclient, and is not CTCP. */
bool irc_line_is_long(const struct irc_line *line);
/*
 * Writes the line in its plainest form with at most 10 parameters, CR LF and a NUL. Returns the
 * length without the NUL, or 0 if it does not fit.
 */
size_t irc_line_write(const struct irc_line *line, char *out, size_t size);

/*
 * Copies the nick in a source to size bytes (at least 1). Returns false if the nick is empty or
 * cut, or the source is a server.
 */
bool irc_line_nick(const char *source, char *nick, size_t size);

#endif
