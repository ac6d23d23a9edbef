/*
 * irc/parser.h - lets libircclient make the events of lines, without a network.
 *
 * line.c reads each line of the server first: it takes the tags off, splits the line and checks it.
 * The bytes after the tags then go to libircclient as they came, over a local socket, with the
 * command in capitals. libircclient splits them again and makes one event of them: a numeric,
 * PRIVMSG, CTCP, ACTION, JOIN, PART, QUIT, KICK, NICK, or "unknown", which has the other commands.
 * Only the kinds of CTCP requests come from it alone. Anything that it sends is discarded.
 *
 * These lines bypass it, so that line.c's parts are used: PING, PONG, ERROR, CAP, AUTHENTICATE,
 * NOTICE, 005, MODE, INVITE, BATCH and replies of IRCv3 (RAW in dispatch.c), and lines that it
 * would misread: of more than 1000 bytes, without a parameter, or with two blanks in a row. All
 * that is sent bypasses it too, and so does the connection, which the bot owns.
 */
#ifndef BOT_NET_IRC_PARSER_H
#define BOT_NET_IRC_PARSER_H

#include <stdbool.h>

#include "bot/net/irc/line.h"

struct irc_parser;

/*
 * Opens a session of libircclient. `take` gets each parsed line, valid during the call. A CTCP
 * request has the command CTCP or ACTION, and one parameter without the 0x01 around it. On failure,
 * returns NULL and sets *reason.
 */
struct irc_parser *irc_parser_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason);
/* Closes a session. Must not be called from within `take`. */
void irc_parser_close(struct irc_parser *parser);
/*
 * Adds a line to the batch to parse; parses the batch if it is full. irc_line_is_parser_safe must
 * be true for the line. Returns false if libircclient failed; the parser is then unusable.
 */
bool irc_parser_add(struct irc_parser *parser, const struct irc_line *line);
/* Parses all lines added so far. Returns false if libircclient failed. */
bool irc_parser_flush(struct irc_parser *parser);

#endif
