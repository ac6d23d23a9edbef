/* types.h - the list of network types. */
#ifndef BOT_NET_TYPES_H
#define BOT_NET_TYPES_H

#include "bot/net/network.h"

/* The type that configurations call so, or NULL. */
const struct network_type *types_named(const char *name);
/* What its type cannot use about a configuration, in words, or NULL. */
const char *types_fault(const struct config_network *config);

#endif
