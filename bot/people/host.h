/* host.h - the host that a connection comes from. Pure. */
#ifndef BOT_PEOPLE_HOST_H
#define BOT_PEOPLE_HOST_H

#include "engine/text.h"

/*
 * Adds the host of an origin, "user@host"; nothing if it is unknown. An IPv6 address becomes its
 * /64, which one subscriber has; an IPv4 address mapped to IPv6 becomes IPv4.
 */
void host_add(struct text *text, const char *origin);

#endif
