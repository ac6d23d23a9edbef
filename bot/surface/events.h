/* events.h - handles the events of networks: messages, arrivals, departures, connections. */
#ifndef BOT_SURFACE_EVENTS_H
#define BOT_SURFACE_EVENTS_H

#include "bot/lobby/lobby.h"

/* The event handlers for every network of a lobby. Their `above` is the struct commands. */
extern const struct network_events events_of_networks;

#endif
