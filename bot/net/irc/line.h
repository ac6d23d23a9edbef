/* irc/line.h - parses, checks and writes one line of the IRC protocol. Pure. */
#ifndef BOT_NET_IRC_LINE_H
#define BOT_NET_IRC_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/tags.h"

/*
 * Limits of a line. IRC_LINE_TAGS: bytes of its tags. IRC_LINE_TEXT: bytes of the rest
 * (LINELEN=2048 without CR LF). IRC_LINE_PARSER_MAX: bytes that libircclient accepts.
 * IRC_LINE_PARAMS: parameters.
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
	const char *source;  /* nick!user@host or a server's name; NULL: not given */
	const char *nick;    /* the nick in `source`; NULL: no nick, or not extracted yet */
	const char *command; /* the command in upper case, or the three digits of a numeric */
	int code;            /* 1 to 999 for a numeric, else 0 */
	const char *param[IRC_LINE_PARAMS];
	size_t params;
	size_t length; /* bytes of the line without its tags */
};

/*
 * Parses a line without its CR LF, in place. Ignores parameters beyond IRC_LINE_PARAMS. Returns
 * false if the line is malformed.
 */
bool irc_line_read(char *bytes, struct irc_line *line);

/*
 * True if libircclient parses the line safely into exactly one event, provided that libircclient
 * has an event for the command and no parameter is missing. False for DCC requests.
 */
bool irc_line_is_parser_safe(const struct irc_line *line);
/*
 * True if libircclient cannot parse a line only because the line is too long. False for CTCP
 * requests.
 */
bool irc_line_is_long(const struct irc_line *line);
/*
 * Writes a line without tags, with at most 10 parameters, ended by CR LF and a NUL. Returns the
 * length without the NUL, or 0 if the line does not fit.
 */
size_t irc_line_write(const struct irc_line *line, char *out, size_t size);

/*
 * Copies the nick of a source to `nick` (size at least 1). Returns false if the source is a server,
 * or the nick is empty or does not fit.
 */
bool irc_line_nick(const char *source, char *nick, size_t size);

#endif
