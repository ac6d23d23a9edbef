/*
 * player.h - players on pages. After each commit that changed the view of a seat with a link, the
 * bot sends the view to the process that serves the pages. That process sends the players' moves.
 *
 * A request is handled in the batch in which it arrives, like a line of chat. Its answer is sent
 * after the commit, behind the new view of the seat. Nothing here holds or logs a key, only hashes;
 * an answer to a guest carries a new key once.
 */
#ifndef BOT_SURFACE_PLAYER_H
#define BOT_SURFACE_PLAYER_H

#include "bot/command/command.h"
#include "bot/surface/guest_links.h"
#include "bot/surface/web_link.h"

/*
 * Most requests that wait for their answer, and most bytes of what a person types. PLAYER_UNREAD:
 * value of most_unread, less than WEB_LINK_UNREAD, at which the connection is dropped.
 */
enum { PLAYER_REQUESTS = 64, PLAYER_SAY = 64, PLAYER_UNREAD = WEB_LINK_UNREAD / 4 };

/* The answers to a request, as statuses of HTTP. */
enum player_status {
	PLAYER_DONE = 200,
	PLAYER_SEATED = 303, /* the guest has a seat; the answer has its key */
	PLAYER_UNKNOWN = 404,
	PLAYER_STALE = 409,
	PLAYER_REFUSED = 422,
	PLAYER_TOO_MUCH = 429,
	PLAYER_FAILED = 503
};

/* An answer that waits for the commit. */
struct player_answer {
	int64_t request;
	enum player_status status;
	uint8_t language;
	struct string say;
	char key[SEAT_KEY]; /* empty: no key */
};

/* The surface. It must not move in memory while open. A closed one is all zeros. */
struct player {
	struct commands *commands;
	struct web_link link;
	struct guest_links guest_links;
	struct player_answer answer[PLAYER_REQUESTS];
	size_t answers;
	size_t most_unread; /* unread bytes at which the seats of a new connection wait */
	bool fresh;         /* the connection is new: all seats must be sent */
	bool looks;         /* compare all views with those that were sent */
};

/*
 * Opens the surface. It stays connected to the socket at `path` while the configuration lets people
 * play on pages. commands, loop and path must live as long as the surface.
 */
void player_connect(
	struct player *player, struct commands *commands, struct loop *loop, const char *path);
/* Disconnects. Does nothing if it was never opened. */
void player_disconnect(struct player *player);

#endif
