/* host.h - finds the host that a connection comes from. Pure functions. */
#ifndef BOT_PEOPLE_HOST_H
#define BOT_PEOPLE_HOST_H

#include "engine/text.h"

/*
 * Adds the host of an origin "user@host", or nothing if the host is unknown. Of an IPv6 address
 * adds the /64 prefix, because one subscriber has all of it. Writes an IPv4 address mapped to IPv6
 * as IPv4.
 */
void host_add(struct text *text, const char *origin);

#endif
