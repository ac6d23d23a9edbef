/* irc/self.h - the bot's own nick, mask and modes on the network. */
#ifndef BOT_NET_IRC_SELF_H
#define BOT_NET_IRC_SELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/network.h"

struct irc;

/* Maximum number of bytes of !user@host: 11 bytes of user, 63 bytes of host. */
enum { IRC_SELF_MASK = 1 + 11 + 1 + 63 };

struct irc_self {
	char wire[NETWORK_NICK]; /* the nick in the network's own bytes */
	char nick[NETWORK_NICK]; /* the nick as shown to people */
	size_t mask;             /* bytes of the bot's !user@host in lines that the server relays */
	unsigned nicks;          /* number of nicks refused on this connection */
	uint64_t regain;         /* when to ask for the configured nick; UINT64_MAX: never */
	/* MONITOR was sent: the server will report when the configured nick is free */
	bool watching;
	bool marked; /* the user mode that marks bots was set */
};

/* Compares two names by the server's case mapping. */
bool irc_is_same_name(const struct irc *irc, const char *name, const char *other);
/* True if a nick is the bot's own. */
bool irc_is_self(const struct irc *irc, const char *nick);
/* True if a nick belongs to a user behind a relay, whom private lines cannot reach. */
bool irc_is_relayed(const char *nick);
/* Writes the configured nick, cut to NICKLEN. */
void irc_wanted_nick(const struct irc *irc, char nick[NETWORK_NICK]);
/* Sets the bot's nick. wire: in the network's own bytes. */
void irc_set_own_nick(struct irc *irc, const char *wire);
/*
 * If the bot has another nick than the configured one, asks the server by MONITOR to report when
 * that nick is free.
 */
void irc_monitor_nick(struct irc *irc);

#endif
