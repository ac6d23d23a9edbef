/*
 * guests.h - the network of guests, and the links by which they sit down at open tables.
 *
 * A guest is a person without a chat client and plays on a web page. A link is for one seat. The
 * links are stored under the network, so they outlive a restart like the open tables.
 */
#ifndef BOT_LOBBY_GUESTS_H
#define BOT_LOBBY_GUESTS_H

#include "bot/net/network.h"
#include "bot/people/seat_key.h"
#include "storage/batch.h"

struct guest_link {
	char hash[SEAT_HASH]; /* hash of the link's key, in hexadecimal */
	int64_t match;        /* number of the table's match */
	int64_t inviter;      /* id of the person that invites */
	bool used;            /* a guest has taken the seat */
};

/* The guests and their links. Starts as zeros. */
struct guests {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	struct network *network; /* NULL: this bot has no guests */
	struct guest_link *link;
	size_t count;
	bool outdated; /* the links could not be read again after a rollback */
};

/*
 * Sets the network of guests, whose id must be set, and reads the stored links. Returns false if
 * the database fails.
 */
bool guests_open(struct guests *guests, struct batch *batch, struct network *network);
void guests_close(struct guests *guests);
/* Stores a link. A rollback removes it again. */
void guests_add_link(struct guests *guests, const struct guest_link *link);
/* Marks a link, which must be in the list, as used. A rollback takes that back. */
void guests_use_link(struct guests *guests, const struct guest_link *link);
/* Deletes a link, which must be in the list. A rollback restores it. */
void guests_delete_link(struct guests *guests, const struct guest_link *link);
/* Finds a link by the hash of its key. Returns NULL if not found. */
const struct guest_link *guests_find_link(const struct guests *guests, const char *hash);
/* Returns the number of unused links to the table of a match. */
unsigned guests_count_links(const struct guests *guests, int64_t match);

#endif
