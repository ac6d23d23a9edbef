#include "bot/lobby/settings.h"

#include <string.h>

struct channel_settings settings_in(const struct settings *settings, const struct channel *channel)
{
	struct network *network = channel->network;
	char folded[NETWORK_CHANNEL];
	for (size_t i = 0; i < settings->overrides; i++) {
		const struct override *override = &settings->override[i];
		if (strcmp(override->network, network->name) != 0)
			continue;
		if (override->channel != NULL)
			network->driver->fold(network, override->channel, folded);
		if (override->channel == NULL || strcmp(folded, channel->folded) == 0)
			return override->settings;
	}
	return settings->usual;
}
