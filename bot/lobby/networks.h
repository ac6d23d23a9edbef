/* networks.h - the networks and their access rules; their staged lines. */
#ifndef BOT_LOBBY_NETWORKS_H
#define BOT_LOBBY_NETWORKS_H

#include "bot/people/access.h"

/* The access rules live until networks_close, longer than the networks. Starts as zeros. */
struct networks {
	struct network **network;
	struct access **access;
	size_t count;
};

void networks_close(struct networks *networks);
/* Adds a network with its id in the store. Returns false if the store fails. */
bool networks_add(
	struct networks *networks, struct batch *batch, struct network *network, int64_t id);
/* Finds a network by its id, or NULL. */
struct network *networks_find(const struct networks *networks, int64_t id);
/* Ends a batch. After a rollback discards staged lines. */
void networks_end_batch(struct networks *networks, bool kept);
/* Sends staged lines. */
void networks_send_staged(struct networks *networks);

#endif
