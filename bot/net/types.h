/* types.h - the list of network types. */
#ifndef BOT_NET_TYPES_H
#define BOT_NET_TYPES_H

#include "bot/net/network.h"

/* Finds a network type by its name in configurations. Returns NULL if the name is unknown. */
const struct network_type *types_find(const char *name);
/* Returns a sentence about the first fault of a network's configuration, or NULL if it has none. */
const char *types_check_config(const struct config_network *config);

#endif
