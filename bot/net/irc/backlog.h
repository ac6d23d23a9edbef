/* irc/backlog.h - old lines that a bouncer or server replays, and the server's clock. */
#ifndef BOT_NET_IRC_BACKLOG_H
#define BOT_NET_IRC_BACKLOG_H

#include "bot/net/irc/line.h"

struct irc;

/* IRC_BACKLOG_BATCHES: open batches of replayed lines; a bouncer sends one per buffer, in sequence.
 */
enum { IRC_BACKLOG_BATCHES = 8, IRC_BACKLOG_REFERENCE = 256 };

struct irc_backlog {
	int64_t clock_offset; /* the server's Unix time minus loop_now, in ms */
	char replay[IRC_BACKLOG_BATCHES]
		   [IRC_BACKLOG_REFERENCE]; /* references of open batches; "": free */
	size_t next;                        /* index in replay for the next batch */
	bool logged; /* the log has a line about replayed lines of this connection */
};

/* Starts a connection without batches, and with the clock of this machine as the server's. */
void irc_backlog_begin(struct irc *irc);
/* Reads the server's clock from the time of a line of the server or of the bot itself. */
void irc_backlog_read_clock(struct irc *irc, const struct irc_line *line);
/* Returns the server's time, in Unix milliseconds, by its latest line. */
int64_t irc_backlog_server_time(const struct irc *irc);
/* True if a line is in a batch that replays old lines. */
bool irc_backlog_is_replayed(struct irc *irc, const struct irc_line *line);
/* True if a line of a person is older than this connection's welcome or the bot's JOIN. */
bool irc_backlog_is_old(struct irc *irc, const struct irc_line *line);

#endif
