/* irc/link.h - the connection: its phase, lines from and to the server, and its log. */
#ifndef BOT_NET_IRC_LINK_H
#define BOT_NET_IRC_LINK_H

#include "bot/base/loop.h"
#include "bot/net/conn.h"
#include "bot/net/irc/feed.h"

struct irc;

/* Bytes of the longest line ever sent. */
enum { IRC_STATE_LINE = 2048 };
/* Bytes of a server's words, made UTF-8. */
enum { IRC_STATE_WORDS = 2 * IRC_LINE_TEXT + 1 };

enum irc_phase {
	IRC_WAITING,     /* for the time to connect again */
	IRC_REGISTERING, /* from connecting until the server's welcome */
	IRC_ON,
	IRC_LEAVING, /* QUIT is sent */
	IRC_GONE
};

struct irc_link {
	struct conn *conn;        /* NULL between connections */
	struct irc_feed *feed;    /* NULL between connections */
	struct loop_timer *clock; /* the next of all deadlines */
	enum irc_phase phase;
	uint64_t deadline;     /* of the phase; unused in IRC_ON */
	uint64_t welcomed;     /* when the phase became IRC_ON */
	uint64_t connects;     /* times the phase became IRC_ON */
	uint64_t asked;        /* conn_heard at the last PING */
	uint64_t quotes;       /* limits the server's words in the log, see irc_spare */
	bool discarding_input; /* while network.unread: messages of people were dropped unread */
	bool returns;          /* connects again after IRC_LEAVING */
};

/* ---- send.c ---- */

/*
 * Sends `command middle :last` past the outbox; middle and last may be NULL. The line goes when the
 * connection is flushed.
 */
void irc_send(struct irc *irc, const char *command, const char *middle, const char *last);
/* Sends a PING, whose answer shows that the server has taken all lines before it. */
void irc_ask(struct irc *irc);

/* ---- quote.c ---- */

/* Counts a line of the server for the log. Returns false if there were too many of late. */
bool irc_quote_may(struct irc *irc);
/* Writes the parameters from an index on as clean text with blanks between them. */
void irc_quote(const struct irc_line *line, size_t from, char out[IRC_STATE_WORDS]);

/* ---- dispatch.c ---- */

/* Handles a line of the server. */
void irc_dispatch_line(struct irc *irc, char *bytes);
/* Handles a line while reading is paused. Returns false if the line has to wait. */
bool irc_dispatch_now(struct irc *irc, char *bytes);
/* True if a line goes through libircclient. */
bool irc_dispatch_feeds(const struct irc_line *line);
/* Handles an event of libircclient (see irc_feed_open); context is the network. */
void irc_dispatch_event(void *context, struct irc_line *line);

/* ---- server.c ---- */

/* Handles the lines that libircclient still has. */
void irc_catch_up(struct irc *irc);

/* ---- duty.c ---- */

/* Does all that is due in IRC_ON. */
void irc_duty(struct irc *irc);

#endif
