/*
 * guest_links.h - tells the process that serves pages about links that seat a guest, and about
 * seats that tables offer to everyone, with what their pages show: the game, the players and the
 * inviter.
 */
#ifndef BOT_SURFACE_GUEST_LINKS_H
#define BOT_SURFACE_GUEST_LINKS_H

#include "bot/lobby/lobby.h"

/* A link that the pages know. */
struct sent_link {
	char hash[SEAT_HASH];
	struct string view; /* the JSON that was sent last */
};

/* The links that the pages know. Starts as zeros. */
struct guest_links {
	struct sent_link *link;
	size_t count;
};

/* Forgets all links, because a new connection knows none. */
void guest_links_clear(struct guest_links *links);
/* Adds a line for each link that is new, has changed or has ended since the last call. */
void guest_links_add_changes(struct guest_links *links, struct lobby *lobby, struct string *out);

#endif
