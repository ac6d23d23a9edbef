/* irc/line.h - parses and checks one line of the IRC protocol. Pure. */
#ifndef BOT_NET_IRC_LINE_H
#define BOT_NET_IRC_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The tags of a line. The strings point into the parsed bytes. */
struct irc_tags {
	const char *account; /* the sender's account; NULL: not given */
	const char *batch;   /* reference of the batch that contains the line; NULL: no batch */
	bool bot;            /* the sender is marked as a bot */
	int64_t time;        /* server-time, in Unix milliseconds; 0: not given */
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
	const char *text; /* the line without its tags; NULs stand for blanks that ended words */
	size_t length;    /* bytes of `text` */
	bool wide;        /* several blanks in a row: libircclient would count more words */
};

/*
 * Parses a line without its CR LF, in place. Ignores parameters beyond IRC_LINE_PARAMS. Returns
 * false if the line is malformed.
 */
bool irc_line_read(char *bytes, struct irc_line *line);
/*
 * Parses and unescapes tags in place; `bytes` begins after the @. If a name occurs twice, the last
 * one counts. Ignores unknown tags and invalid values.
 */
struct irc_tags irc_tags_read(char *bytes);

/*
 * True if libircclient can parse the unchanged line and makes exactly one event of it. The caller
 * checks that libircclient has an event for the command, and the number of parameters. False for
 * DCC requests.
 */
bool irc_line_is_parser_safe(const struct irc_line *line);
/*
 * True if the driver can handle the line as struct irc_line, without libircclient. False for CTCP
 * requests, because only libircclient finds out their kind.
 */
bool irc_line_can_bypass(const struct irc_line *line);

/*
 * Copies the nick of a source to `nick` (size at least 1). Returns false if the source is a server,
 * or the nick is empty or does not fit.
 */
bool irc_line_nick(const char *source, char *nick, size_t size);

#endif
