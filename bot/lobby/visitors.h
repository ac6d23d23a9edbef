/*
 * visitors.h - the network of visitors, and the links by which they sit down at open tables.
 *
 * A visitor is a person without a chat client and plays on a web page. A link is for one seat. The
 * links are stored under the network, so they outlive a restart like the open tables.
 */
#ifndef BOT_LOBBY_VISITORS_H
#define BOT_LOBBY_VISITORS_H

#include "bot/net/network.h"
#include "bot/people/seat_key.h"
#include "storage/batch.h"

struct visitor_link {
	char hash[SEAT_HASH]; /* hash of the link's key, in hexadecimal */
	int64_t match;        /* number of the table's match */
	int64_t inviter;      /* id of the person that asked for the link */
	bool used;            /* a visitor has taken the seat */
};

/* Starts as zeros: no network. */
struct visitors {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	struct network *network; /* NULL: this bot has no visitors */
	struct visitor_link *link;
	size_t count;
	bool outdated; /* the links could not be read again after a rollback */
};

/*
 * Sets the network of visitors, which has its id, and reads the stored links. Returns false if the
 * database fails.
 */
bool visitors_open(struct visitors *visitors, struct batch *batch, struct network *network);
void visitors_close(struct visitors *visitors);
/* Stores a link. A rollback removes it again. */
void visitors_add_link(struct visitors *visitors, const struct visitor_link *link);
/* Marks a link, which must be in the list, as used. A rollback takes that back. */
void visitors_use_link(struct visitors *visitors, const struct visitor_link *link);
/* Deletes a link, which must be in the list. A rollback restores it. */
void visitors_delete_link(struct visitors *visitors, const struct visitor_link *link);
/* Finds a link by the hash of its key. Returns NULL if not found. */
const struct visitor_link *visitors_find_link(const struct visitors *visitors, const char *hash);
/* Returns the number of unused links to the table of a match. */
unsigned visitors_count_links(const struct visitors *visitors, int64_t match);

#endif
