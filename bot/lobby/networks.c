#include "bot/lobby/networks.h"

#include <stdlib.h>

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
	struct network **grown = realloc(networks->network, (networks->count + 1) * sizeof *grown);
	struct access **accesses =
		realloc(networks->access, (networks->count + 1) * sizeof *accesses);
	struct access *access = access_open(batch, id);
	if (grown != NULL)
		networks->network = grown;
	if (accesses != NULL)
		networks->access = accesses;
	if (grown == NULL || accesses == NULL || access == NULL) {
		access_close(access);
		return false;
	}
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

bool networks_speechless(const struct networks *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		if (networks->network[i]->speechless)
			return true;
	return false;
}

void networks_settle(struct networks *networks, bool kept)
{
	for (size_t i = 0; i < networks->count; i++) {
		networks->network[i]->speechless = false;
		if (!kept)
			networks->network[i]->driver->discard_staged(networks->network[i]);
	}
}

void networks_release(struct networks *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		networks->network[i]->driver->send_staged(networks->network[i]);
}
