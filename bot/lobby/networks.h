/* networks.h - the list of networks, with the access rules and the staged lines of each. */
#ifndef BOT_LOBBY_NETWORKS_H
#define BOT_LOBBY_NETWORKS_H

#include "bot/people/access.h"

/*
 * The networks, and at the same index their access rules. An empty list is all zeros. The access
 * rules live until networks_close, longer than the networks.
 */
struct networks {
	struct network **network;
	struct access **access;
	size_t count;
};

void networks_close(struct networks *networks);
/* Adds a network. id: its number in the database. Returns false if the database fails. */
bool networks_add(
	struct networks *networks, struct batch *batch, struct network *network, int64_t id);
/* Finds a network by its id in the database. Returns NULL if not found. */
struct network *networks_find(const struct networks *networks, int64_t id);
/* Ends a batch. After a rollback (kept is false), discards the staged lines. */
void networks_end_batch(struct networks *networks, bool kept);
/* Hands the staged lines to the networks, which send them. */
void networks_send_staged(struct networks *networks);

#endif
