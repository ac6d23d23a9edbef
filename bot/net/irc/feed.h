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

/* What the library made of a line; everything lives as long as the call. */
struct irc_event {
	const char *name;   /* the command; CTCP for a request between programs; "" for a numeric */
	int code;           /* of a numeric, else 0 */
	const char *source; /* may be NULL for a numeric */
	const char **param;
	size_t params; /* as irc_line_fit demands, except CTCP: 1, without the 0x01 around it */
	const char *account; /* of the sender, from the line's tags; NULL: none told */
	int64_t time;        /* likewise: Unix time in milliseconds, 0: not told */
};

struct irc_feed;

/* A fresh library session; NULL with a reason when it cannot be had. */
struct irc_feed *irc_feed_open(void (*take)(void *context, const struct irc_event *event),
	void *context, const char **reason);
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
