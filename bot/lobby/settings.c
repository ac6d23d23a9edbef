#include "bot/lobby/settings.h"

#include <string.h>

struct terms settings_terms(const struct settings *settings, const struct channel *channel)
{
	struct network *network = channel->network;
	char folded[NETWORK_CHANNEL];
	for (size_t i = 0; i < settings->locals; i++) {
		const struct local *local = &settings->local[i];
		if (strcmp(local->network, network->name) != 0)
			continue;
		if (local->channel != NULL)
			network->driver->fold(network, local->channel, folded);
		if (local->channel == NULL || strcmp(folded, channel->folded) == 0)
			return local->terms;
	}
	return settings->terms;
}
