/* irc/age.h - old lines that a bouncer or server replays, and the server's clock. */
#ifndef BOT_NET_IRC_AGE_H
#define BOT_NET_IRC_AGE_H

#include "bot/net/irc/line.h"

struct irc;

/* IRC_REPLAYS: open batches of replayed lines; a bouncer sends one per buffer, in sequence. */
enum { IRC_REPLAYS = 8, IRC_REPLAY_NAME = 256 };

struct irc_age {
	int64_t skew; /* the server's Unix time minus loop_now, in ms */
	char replay[IRC_REPLAYS][IRC_REPLAY_NAME]; /* references of open batches; "": free */
	size_t next;                               /* index in replay for the next batch */
	bool told; /* the log has a line about replayed lines of this connection */
};

/* Starts a connection without batches, and with the clock of this machine as the server's. */
void irc_age_begin(struct irc *irc);
/* Reads the server's clock from the time of a line of the server or of the bot itself. */
void irc_age_hear(struct irc *irc, const struct irc_line *line);
/* Returns the server's time, in Unix milliseconds, by its latest line. */
int64_t irc_age_now(const struct irc *irc);
/* True if a line is in a batch that replays old lines. */
bool irc_age_replays(struct irc *irc, const struct irc_line *line);
/* True if a line of a person is older than this connection's welcome or the bot's JOIN. */
bool irc_age_is_old(struct irc *irc, const struct irc_line *line);

#endif
