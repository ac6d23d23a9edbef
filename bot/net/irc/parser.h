/*
 * irc/parser.h - parses lines of the server with libircclient, without giving it network access.
 *
 * line.c reads each line first: it takes the tags off, splits the line and checks it. The bytes
 * after the tags then go to libircclient unchanged over a local socket, only with the command in
 * capitals. libircclient splits them again and makes one event of them: a numeric, PRIVMSG, CTCP,
 * ACTION, JOIN, PART, QUIT, KICK, NICK, or "unknown" for any other command. The bot needs
 * libircclient only to learn the kind of a CTCP request. All that libircclient sends is discarded.
 *
 * Some lines bypass libircclient, and their handlers get the parts that line.c has split: PING,
 * PONG, ERROR, CAP, AUTHENTICATE, NOTICE, 005, MODE, INVITE, BATCH and replies of IRCv3 (RAW in
 * dispatch.c), and lines that libircclient would misread: longer than 1000 bytes, without a
 * parameter, or with two blanks in a row. The bot itself owns the connection and sends lines.
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
