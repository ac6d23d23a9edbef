#include "config/settings.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "config/check.h"
#include "config/secret.h"

enum { CHANNELS_MOST = 256 };

const char settings_languages[] = LANGUAGES;

const struct config_settings settings_none = {
	.turn_seconds = UINT_MAX,
	.grace_seconds = UINT_MAX,
	.split_seconds = UINT_MAX,
	.leaver_wait_seconds = UINT_MAX,
	.pages = UINT_MAX,
};

struct entry {
	char *name;
	char *key;
	struct config_settings settings;
};

static const struct key inherited_keys[] = { SETTINGS_KEYS(entry), KEY_END };

/* The keys of a channel's group, except its name: settings_channels reads that. */
static const struct key entry_keys[] = {
	KEY(entry, key, .kind = &secret_text, .check_secret = check_key),
	SETTINGS_KEY(entry, tables, .kind = &key_number, .least = 1, .most = 1000),
	SETTINGS_KEYS(entry),
	KEY_END,
};

void settings_inherit(struct config_settings *settings, const struct config_settings *from)
{
	for (const struct key *key = inherited_keys; key->name; key++) {
		size_t offset = key->offset - offsetof(struct entry, settings);
		void *field = (char *)settings + offset;
		const void *usual = (const char *)from + offset;
		struct config_list *list = field;
		const struct config_list *other = usual;
		/* A list that was read has memory for the final NULL; a missing list has none. */
		if (key->kind->type == KEY_LIST && !list->item) {
			list->item = memory_new(other->count + 1, sizeof(*list->item));
			for (list->count = 0; list->count < other->count; list->count++)
				list->item[list->count] = memory_copy(other->item[list->count]);
		} else if (key->kind->type == KEY_TEXT && !*(char **)field)
			key_put(field, *(char *const *)usual);
		else if (key->kind->type == KEY_NUMBER && *(unsigned *)field == UINT_MAX)
			*(unsigned *)field = *(const unsigned *)usual;
	}
}

void settings_channels_free(struct config_channels *channels)
{
	for (size_t i = 0; i < channels->count; i++) {
		struct entry entry = { channels->item[i], channels->key[i], channels->settings[i] };
		key_free(entry_keys, &entry);
		free(entry.name);
	}
	free(channels->item);
	free(channels->key);
	free(channels->settings);
	*channels = (struct config_channels){ .count = 0 };
}

void settings_channels_room(struct config_channels *channels, size_t count)
{
	channels->item = memory_new(count + 1, sizeof(*channels->item));
	channels->key = memory_new(count + 1, sizeof(*channels->key));
	channels->settings = memory_new(count + 1, sizeof(*channels->settings));
}

static void read_switch(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	unsigned before = reader->errors->count;
	bool on = false;
	key_switch.read(reader, key, setting, &on);
	if (reader->errors->count == before)
		*(unsigned *)field = on;
}

static void read_locked(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_list *list = field;
	unsigned before = reader->errors->count;
	key_list.read(reader, key, setting, list);
	if (reader->errors->count == before && list->item == NULL)
		list->item = memory_new(1, sizeof(*list->item));
}

static void read_entry(const struct reader *reader, const struct key *names,
	config_setting_t *setting, struct config_channels *channels)
{
	struct key keys[1 + sizeof(entry_keys) / sizeof(*entry_keys)] = {
		KEY(entry, name, .kind = &key_text, .check = names->check),
	};
	memcpy(keys + 1, entry_keys, sizeof(entry_keys));
	struct entry entry = { .settings = settings_none };
	unsigned before = reader->errors->count;
	if (config_setting_is_group(setting))
		key_group(reader, setting, keys, &entry);
	else
		key_text.read(reader, &keys[0], setting, &entry.name);
	if (!entry.name && reader->errors->count == before)
		key_fault(reader, setting, "has no name");
	if (entry.name && key_list_holds(channels->item, channels->count, entry.name))
		key_fault(reader, setting, "%s is there twice", entry.name);
	if (entry.name && reader->errors->count == before) {
		channels->item[channels->count] = entry.name;
		channels->key[channels->count] = entry.key;
		channels->settings[channels->count++] = entry.settings;
		return;
	}
	key_free(keys, &entry);
}

static void read_channels(
	const struct reader *reader, const struct key *key, config_setting_t *setting, void *field)
{
	struct config_channels *channels = field;
	int length = key_length(reader, setting, 0, CHANNELS_MOST);
	if (length < 0)
		return;
	settings_channels_free(channels);
	settings_channels_room(channels, (size_t)length);
	for (int i = 0; i < length; i++)
		read_entry(reader, key, config_setting_get_elem(setting, (unsigned)i), channels);
}

const struct key_kind settings_switch = { read_switch, KEY_NUMBER };
const struct key_kind settings_locked = { read_locked, KEY_LIST };
const struct key_kind settings_channels = { read_channels, KEY_OTHER };
