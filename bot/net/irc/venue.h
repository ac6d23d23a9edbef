/* irc/venue.h - links to IRC channels, for the pages: "ircs://irc.example.net:6697/cards". */
#ifndef BOT_NET_IRC_VENUE_H
#define BOT_NET_IRC_VENUE_H

#include "bot/net/irc/settings.h"
#include "bot/net/network.h"

struct string;

/* Do the work of network_driver.add_link and network_type.read_link; see network.h. */
bool irc_venue_add_link(
	const struct irc_settings *settings, const char *channel, bool local, struct string *link);
bool irc_venue_read_link(const char *link, struct network_place *place);

#endif
