/*
 * irc/feed.h - libircclient, fed with lines and never exposed to a network.
 *
 * The library reads what this process sends it, line after checked line, and turns each into one
 * event. What it would like to send goes nowhere.
 */
#ifndef BOT_NET_IRC_FEED_H
#define BOT_NET_IRC_FEED_H

#include <stdbool.h>

#include "bot/net/irc/line.h"

struct irc_feed;

/*
 * A fresh library session; NULL with a reason when it cannot be had. take gets what the library
 * made of a line, which lives as long as the call: the line again, but a request between programs
 * has the command CTCP, or ACTION, and one parameter, without the 0x01 around it.
 */
struct irc_feed *irc_feed_open(
	void (*take)(void *context, struct irc_line *line), void *context, const char **reason);
/* Not from within take. */
void irc_feed_close(struct irc_feed *feed);
/*
 * Puts a line that is irc_line_fit in a batch; the events of a full batch are taken at once. False
 * when the library failed: the feed is good for nothing then.
 */
bool irc_feed_add(struct irc_feed *feed, const struct irc_line *line);
/* Takes the events of all lines added. False as above. */
bool irc_feed_flush(struct irc_feed *feed);

#endif
