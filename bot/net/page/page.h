/*
 * page.h - the network of guests: people without a chat client, who play on the page of a seat. The
 * network stores no connections: every guest is reachable, and none can be found by nick.
 */
#ifndef BOT_NET_PAGE_PAGE_H
#define BOT_NET_PAGE_PAGE_H

#include "bot/net/network.h"

struct page_network {
	struct network network;
};

/* Sets up the network, which must not move in memory. It needs no closing. */
void page_open(struct page_network *page);

#endif
