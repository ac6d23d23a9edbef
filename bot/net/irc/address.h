/* irc/address.h - the server to connect to: the configured list of hosts, and STS. */
#ifndef BOT_NET_IRC_ADDRESS_H
#define BOT_NET_IRC_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

struct irc;

struct irc_address {
	size_t server;    /* index in the list of hosts */
	unsigned tries;   /* rounds through the list since a connection held */
	bool same_server; /* the next attempt goes to the same server */
	bool long_delay;  /* the next attempt waits as long as possible: the server refused the bot
			   */
	unsigned sts;     /* the TLS port that this server's STS policy asks for, or 0 */
	unsigned port;    /* port of this connection */
	bool secure;      /* this connection uses TLS */
};

/* Returns the host to connect to, even if the list has become shorter. */
const char *irc_address_host(const struct irc *irc);
/* Returns the TLS port that an STS policy sets for a server configured without TLS, or 0. */
unsigned irc_address_sts_port(const struct irc *irc);
/* Applies an STS policy from CAP. Returns true if the bot drops the connection to use TLS. */
bool irc_address_apply_sts(struct irc *irc);

#endif
