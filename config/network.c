#include "config/network.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"

static const struct key pace_keys[] = {
	KEY(config_pace, burst, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config_pace, per_second, .kind = &key_rate),
	KEY_END,
};

static void read_pace(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_pace *pace = field;
	(void)key;
	key_group(reader, setting, pace_keys, pace);
	if (pace->burst == 0 || pace->per_second == 0)
		*pace = (struct config_pace){ .burst = 0 };
}

static const struct config_limits limits_usual = { .burst = 10, .per_second = 1.0 };
/* The limits while the file has set none; their default depends on the pace, read later. */
static const struct config_limits limits_missing = { .burst = UINT_MAX };

static const struct key limits_keys[] = {
	KEY(config_limits, burst, .kind = &key_number, .least = 0, .most = 1000),
	KEY(config_limits, per_second, .kind = &key_rate),
	KEY_GONE("ignore_seconds", "no longer a key: people who flood are ignored for 300 seconds"),
	KEY_END,
};

static void read_limits(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_limits *limits = field;
	(void)key;
	*limits = limits_usual;
	key_group(reader, setting, limits_keys, limits);
	if (limits->burst == 0 || limits->per_second == 0)
		*limits = (struct config_limits){ .burst = 0 };
}

/* Returns the type of a network's group, or NULL after an error. */
static const struct config_type *type_of(
	const struct reader *reader, const config_setting_t *network)
{
	const config_setting_t *setting = config_setting_get_member(network, "type");
	const char *name = setting ? key_string(reader, setting) : reader->types[0]->name;
	char names[256] = "";
	size_t length = 0;
	if (!name)
		return NULL;
	for (size_t i = 0; reader->types[i]; i++)
		if (strcmp(reader->types[i]->name, name) == 0)
			return reader->types[i];
	for (size_t i = 0; reader->types[i] && length < sizeof(names); i++)
		length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
			i > 0 ? " " : "", reader->types[i]->name);
	key_fault(reader, setting, "has to be one of: %s", names);
	return NULL;
}

/* Does nothing: type_of has read this key before the others. */
static void read_type(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	(void)reader;
	(void)key;
	(void)setting;
	(void)field;
}

const struct key_kind network_key_type = { read_type, KEY_OTHER };
const struct key_kind network_key_pace = { read_pace, KEY_OTHER };
const struct key_kind network_key_limits = { read_limits, KEY_OTHER };

void config_network_free(struct config_network *network)
{
	if (network) {
		settings_channels_free(&network->channels);
		key_free(network->type->keys, network);
	}
	free(network);
}

struct config_network *network_add(struct config *config, const struct config_type *type)
{
	struct config_network *network = memory_new(1, type->size);
	network->type = type;
	network->name = memory_copy("local");
	network->same_host = memory_copy("casual");
	network->settings = settings_none;
	network->limits = limits_missing;
	settings_channels_room(&network->channels, 1);
	if (type->fill)
		type->fill(network);
	config->networks[config->network_count++] = network;
	return network;
}

void network_read(
	const struct reader *reader, const config_setting_t *setting, struct config *config)
{
	unsigned before = reader->errors->count;
	if (!config_setting_is_group(setting)) {
		key_fault(reader, setting, "has to be a group, as in { ... }");
		return;
	}
	const struct config_type *type = type_of(reader, setting);
	if (!type)
		return;
	size_t others = config->network_count;
	struct config_network *network = network_add(config, type);
	key_group(reader, setting, type->keys, network);
	if (network->limits.burst == limits_missing.burst)
		network->limits = network->pace.burst > 0 ? limits_usual
							  : (struct config_limits){ .burst = 0 };
	for (size_t i = 0; i < others; i++)
		if (strcasecmp(config->networks[i]->name, network->name) == 0)
			key_fault(
				reader, setting, "another network is named %s too", network->name);
	if (reader->errors->count == before && type->check)
		type->check(reader, setting, network);
}

void config_network_changes(const struct config_network *old, const struct config_network *fresh,
	CONFIG_TELL((*tell)), void *context)
{
	key_changes(fresh->type->keys, old, fresh, old->name, tell, context);
}

void config_network_files(const struct config_network *network,
	void (*each)(void *context, const char *path), void *context)
{
	key_files(network->type->keys, network, each, context);
}
