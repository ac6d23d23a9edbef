/* events.h - what the lobby does when a network reports people and what they say. */
#ifndef BOT_APP_EVENTS_H
#define BOT_APP_EVENTS_H

#include "bot/lobby/lobby.h"

/* For every network of a lobby; `above` is the lobby. */
extern const struct network_events events_of_networks;

#endif
