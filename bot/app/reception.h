/* reception.h - what the lobby does when a network reports people and what they say. */
#ifndef BOT_APP_RECEPTION_H
#define BOT_APP_RECEPTION_H

#include "bot/lobby/lobby.h"

/* For every network of a lobby; `above` is the lobby. */
extern const struct network_events reception_events;

#endif
