/* events.h - reports of networks: people come and go, and say lines. */
#ifndef BOT_SURFACE_EVENTS_H
#define BOT_SURFACE_EVENTS_H

#include "bot/lobby/lobby.h"

/* For every network of a lobby; `above` is the struct commands. */
extern const struct network_events events_of_networks;

#endif
