/* types.h - the list of network types. */
#ifndef BOT_NET_TYPES_H
#define BOT_NET_TYPES_H

#include "bot/net/network.h"

/*
 * All types of networks, ended by NULL. The first is the default. A new type of network is one more
 * entry.
 */
extern const struct config_type *const network_types[];

#endif
