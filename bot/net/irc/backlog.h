/*
 * irc/backlog.h - recognizes old lines that a bouncer or server replays, and tracks the server's
 * clock.
 */
#ifndef BOT_NET_IRC_BACKLOG_H
#define BOT_NET_IRC_BACKLOG_H

#include "bot/net/irc/line.h"

struct irc;

/*
 * IRC_BACKLOG_BATCHES: open batches of replayed lines that are remembered; a bouncer sends one
 * batch per channel, one after another. IRC_BACKLOG_REFERENCE: bytes of a batch's reference.
 */
enum { IRC_BACKLOG_BATCHES = 8, IRC_BACKLOG_REFERENCE = 256 };

struct irc_backlog {
	int64_t clock_offset; /* the server's Unix time minus loop_now, in ms */
	char replay[IRC_BACKLOG_BATCHES]
		   [IRC_BACKLOG_REFERENCE]; /* references of open batches; "": free entry */
	size_t next;                        /* index in `replay` for the next batch */
	bool logged; /* a line about replayed lines was logged for this connection */
};

/* Resets the state for a new connection; assumes that the server's clock equals the local one. */
void irc_backlog_begin(struct irc *irc);
/* Sets the server's clock from the time tag of a line that the server or the bot itself sent. */
void irc_backlog_read_clock(struct irc *irc, const struct irc_line *line);
/* Returns the current time of the server's clock, in Unix milliseconds. */
int64_t irc_backlog_server_time(const struct irc *irc);
/* True if a line is in a batch that replays old lines. */
bool irc_backlog_is_replayed(struct irc *irc, const struct irc_line *line);
/*
 * True if a person sent a line before this connection's welcome, or before the bot joined the
 * line's channel.
 */
bool irc_backlog_is_old(struct irc *irc, const struct irc_line *line);

#endif
