/* matrix/venue.h - links to Matrix rooms, for the pages. */
#ifndef BOT_NET_MATRIX_VENUE_H
#define BOT_NET_MATRIX_VENUE_H

#include "bot/net/network.h"

/* Implements network_driver.add_link and network_type.read_link. */
bool matrix_venue_add_link(
	struct network *network, const char *room, bool local, struct string *link);
bool matrix_venue_read_link(const char *link, struct network_place *place);

#endif
