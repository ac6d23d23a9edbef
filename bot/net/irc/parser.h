/*
 * irc/parser.h - passes lines through libircclient's parser without a network.
 *
 * libircclient reads checked lines from a local socket and reports each line as one event. Anything
 * that the library sends is discarded.
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
