#include "bot/lobby/networks.h"

#include <stdlib.h>

#include "bot/base/memory.h"

void networks_close(struct networks *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		access_close(networks->access[i]);
	free(networks->network);
	free(networks->access);
	*networks = (struct networks){ .count = 0 };
}

bool networks_add(
	struct networks *networks, struct batch *batch, struct network *network, int64_t id)
{
	struct access *access = access_open(batch, id);
	if (access == NULL)
		return false;
	networks->network =
		memory_grow(networks->network, networks->count + 1, sizeof(struct network *));
	networks->access =
		memory_grow(networks->access, networks->count + 1, sizeof(struct access *));
	network->id = id;
	network->access = access;
	networks->access[networks->count] = access;
	networks->network[networks->count++] = network;
	return true;
}

struct network *networks_find(const struct networks *networks, int64_t id)
{
	for (size_t i = 0; i < networks->count; i++)
		if (networks->network[i]->id == id)
			return networks->network[i];
	return NULL;
}

void networks_end_batch(struct networks *networks, bool kept)
{
	for (size_t i = 0; i < networks->count; i++) {
		networks->network[i]->storage_failed = false;
		if (!kept)
			networks->network[i]->driver->discard_staged(networks->network[i]);
	}
}

void networks_send_staged(struct networks *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		networks->network[i]->driver->send_staged(networks->network[i]);
}
