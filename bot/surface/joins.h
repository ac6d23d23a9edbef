/*
 * joins.h - tells the process of the pages which links seat a guest, and what their pages show: the
 * table, its game, its players and the inviter.
 */
#ifndef BOT_SURFACE_JOINS_H
#define BOT_SURFACE_JOINS_H

#include "bot/lobby/lobby.h"

/* A link that the pages know. */
struct join {
	char hash[SEAT_HASH];
	struct string view; /* the JSON that was sent last */
};

/* The links that the pages know. Starts as zeros. */
struct joins {
	struct join *join;
	size_t count;
};

/* Forgets all links, because a new connection knows none. */
void joins_clear(struct joins *joins);
/* Adds a line for each link that is new, has changed or has ended since the last call. */
void joins_add_changes(struct joins *joins, struct lobby *lobby, struct string *out);

#endif
