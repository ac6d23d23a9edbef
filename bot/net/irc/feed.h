/*
 * irc/feed.h - passes lines through libircclient's parser without a network.
 *
 * The library reads checked lines from a local socket and reports each as one event. Anything it
 * tries to send is discarded.
 */
#ifndef BOT_NET_IRC_FEED_H
#define BOT_NET_IRC_FEED_H

#include <stdbool.h>

#include "bot/net/irc/line.h"

struct irc_feed;

/*
 * Opens a library session. `take` gets each parsed line, valid during the call: the line itself, or
 * for a CTCP request the command CTCP or ACTION with one parameter, without the 0x01 around it.
 * Returns NULL and sets *reason if the library or this machine refuses.
 */
struct irc_feed *irc_feed_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason);
/* Closes a session. Must not be called from within take. */
void irc_feed_close(struct irc_feed *feed);
/*
 * Adds a line, for which irc_line_fit must be true; a full batch is parsed at once. Returns false
 * if the library failed; the feed is then unusable.
 */
bool irc_feed_add(struct irc_feed *feed, const struct irc_line *line);
/* Parses all lines added so far. Returns false if the library failed. */
bool irc_feed_flush(struct irc_feed *feed);

#endif
