/* irc/self.h - the bot itself on the network: nick, mask and modes. */
#ifndef BOT_NET_IRC_SELF_H
#define BOT_NET_IRC_SELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/network.h"

struct irc;

/* IRC_SELF_MASK: most bytes of !user@host: 11 of user, 63 of host. */
enum { IRC_SELF_MASK = 1 + 11 + 1 + 63 };

struct irc_self {
	char wire[NETWORK_NICK]; /* the nick in the network's own bytes */
	char nick[NETWORK_NICK]; /* the nick as people are shown it */
	size_t mask;             /* bytes of !user@host in lines from the bot, as others get them */
	unsigned nicks;          /* nicks tried on this connection */
	uint64_t regain;         /* when to ask for the configured nick again */
	bool watching;           /* MONITOR will report when the configured nick is free */
	bool marked;             /* the mode of bots is set */
};

/* Compares two names by the server's case mapping. */
bool irc_is_same_name(const struct irc *irc, const char *name, const char *other);
bool irc_is_self(const struct irc *irc, const char *nick);
/* True if a nick belongs to a relay's user; private lines cannot reach such a user. */
bool irc_is_relayed(const char *nick);
/* Writes the configured nick, cut to NICKLEN. */
void irc_wanted_nick(const struct irc *irc, char nick[NETWORK_NICK]);
/* Sets the bot's nick, in the network's own bytes. */
void irc_set_own_nick(struct irc *irc, const char *wire);
/* Asks the server by MONITOR to report when the configured nick, if taken, is free. */
void irc_monitor_nick(struct irc *irc);

#endif
