/*
 * irc/address.h - chooses the server to connect to from the configured list of hosts, and uses TLS
 * if an STS policy requires it.
 */
#ifndef BOT_NET_IRC_ADDRESS_H
#define BOT_NET_IRC_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

struct irc;

struct irc_address {
	size_t server;    /* index in the list of hosts */
	unsigned tries;   /* rounds through the list since the last stable connection */
	bool same_server; /* the next attempt goes to the same server */
	/* the server refused the bot: the next attempt waits for irc_times.retry_most */
	bool long_delay;
	unsigned sts;  /* TLS port from this server's STS policy; 0: no policy */
	unsigned port; /* port of the current connection */
	bool secure;   /* the current connection uses TLS */
};

/* Returns the host to connect to: the first one if the index is beyond the end of the list. */
char *irc_address_host(const struct irc *irc);
/*
 * Applies an STS policy received by CAP. Returns true if the connection was dropped in order to
 * connect with TLS.
 */
bool irc_address_apply_sts(struct irc *irc);

#endif
