#include "bot/lobby/settings.h"

#include <string.h>

struct channel_settings settings_of_network(
	const struct settings *settings, const struct network *network)
{
	for (size_t i = 0; i < settings->overrides; i++)
		if (settings->override[i].channel == NULL &&
			strcmp(settings->override[i].network, network->name) == 0)
			return settings->override[i].settings;
	return settings->usual;
}

const char *settings_prefix(const struct settings *settings, const struct locale *locale)
{
	return locale->prefix[0] != '\0' ? locale->prefix : settings->prefix;
}

struct channel_settings settings_of_channel(
	const struct settings *settings, const struct channel *channel)
{
	struct network *network = channel->network;
	char folded[NETWORK_CHANNEL];
	for (size_t i = 0; i < settings->overrides; i++) {
		const struct override *override = &settings->override[i];
		if (override->channel == NULL || strcmp(override->network, network->name) != 0)
			continue;
		network->driver->fold(network, override->channel, folded);
		if (strcmp(folded, channel->folded) == 0)
			return override->settings;
	}
	return settings_of_network(settings, network);
}

void settings_add_page_url(
	const struct settings *settings, struct string *out, const char *path, int64_t id)
{
	if (settings->pages == NULL)
		return;
	string_add(out, settings->pages);
	string_add(out, path);
	string_add_number(out, id);
}

void settings_add_seat_url(const struct settings *settings, struct string *out, const char *key)
{
	string_add(out, settings->pages);
	string_add(out, "/seat/");
	string_add(out, key);
}
