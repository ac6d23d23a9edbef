/*
 * irc/feed.h - passes lines through libircclient's parser without a network.
 *
 * The library reads checked lines from a local socket and reports each as one event. Anything it
 * tries to send is discarded.
 */
#ifndef BOT_NET_IRC_PARSER_H
#define BOT_NET_IRC_PARSER_H

#include <stdbool.h>

#include "bot/net/irc/line.h"

struct irc_parser;

/*
 * Opens a library session. `take` gets each parsed line, valid during the call: the line itself, or
 * for a CTCP request the command CTCP or ACTION with one parameter, without the 0x01 around it.
 * Returns NULL and sets *reason if the library or this machine refuses.
 */
struct irc_parser *irc_parser_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason);
/* Closes a session. Must not be called from within take. */
void irc_parser_close(struct irc_parser *feed);
/*
 * Adds a line, for which irc_line_is_parser_safe must be true; a full batch is parsed at once.
 * Returns false if the library failed; the feed is then unusable.
 */
bool irc_parser_add(struct irc_parser *feed, const struct irc_line *line);
/* Parses all lines added so far. Returns false if the library failed. */
bool irc_parser_flush(struct irc_parser *feed);

#endif
