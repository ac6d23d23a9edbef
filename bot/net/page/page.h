/*
 * page.h - the network of guests: people without a chat client. They play on the page of a seat.
 *
 * A connection's key is "NICK REST". So the key alone tells the nick, and the network stores no
 * connections: every guest is reachable as long as a person has such a key.
 */
#ifndef BOT_NET_PAGE_PAGE_H
#define BOT_NET_PAGE_PAGE_H

#include "bot/net/network.h"

struct page_network {
	struct network network;
	char nick[NETWORK_NICK]; /* result of the last call of the driver's `nick` */
};

/* Sets up the network, which must not move in memory. It needs no closing. */
void page_open(struct page_network *page);

#endif
