/* networks.h - the networks there are, each with its access, and what is staged for them. */
#ifndef BOT_LOBBY_NETWORKS_H
#define BOT_LOBBY_NETWORKS_H

#include "bot/people/access.h"

/* Guards outlive their networks. Starts as zeros. */
struct networks {
	struct network **network;
	struct access **access;
	size_t count;
};

void networks_close(struct networks *networks);
/* Adds a network that has that id in the store; false: the store refuses. */
bool networks_add(
	struct networks *networks, struct batch *batch, struct network *network, int64_t id);
/* The network of that id, or NULL. */
struct network *networks_find(const struct networks *networks, int64_t id);
/* The batch has ended: of one that was not kept nothing is said. */
void networks_settle(struct networks *networks, bool kept);
/* Lets out what is staged. */
void networks_release(struct networks *networks);

#endif
