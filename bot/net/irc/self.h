/* irc/self.h - the bot on the network: its nick, its mask, its modes. */
#ifndef BOT_NET_IRC_SELF_H
#define BOT_NET_IRC_SELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/network.h"

struct irc;

/* !user@host at its longest: 10 bytes of user with a mark, 63 of host. */
enum { IRC_STATE_MASK = 1 + 11 + 1 + 63 };

struct irc_self {
	char wire[NETWORK_NICK]; /* the nick as the network writes it */
	char nick[NETWORK_NICK]; /* the nick as people are shown it */
	size_t mask;             /* bytes of !user@host in the bot's prefix as others see it */
	unsigned nicks;          /* nicks tried on this connection */
	uint64_t regain;         /* when to ask for the configured nick again */
	bool watching;           /* MONITOR tells when the configured nick is free */
	bool marked;             /* the mode of bots is set */
};

/* Compares two names by the server's case mapping. */
bool irc_same(const struct irc *irc, const char *name, const char *other);
bool irc_is_self(const struct irc *irc, const char *nick);
/* True if a nick belongs to a relay's user, who cannot get private lines. */
bool irc_is_relayed(const char *nick);
/* Writes the configured nick, cut to the server's limit. */
void irc_wanted(const struct irc *irc, char nick[NETWORK_NICK]);
/* Sets the bot's nick. */
void irc_call(struct irc *irc, const char *wire);
/* Asks the server to tell when the configured nick is free (MONITOR), if it is taken. */
void irc_watch_nick(struct irc *irc);

#endif
