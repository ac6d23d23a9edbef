/* settings.h - keys that may differ by network and by channel. Only for config/. */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include "config/check.h"
#include "config/config.h"
#include "config/key.h"

/* The keys of a group whose struct has a member `settings`. */
#define SETTINGS_KEYS(type) \
	SETTINGS_KEY(type, turn_seconds, .kind = &key_number, .least = 1, .most = 86400), \
		SETTINGS_KEY(type, grace_seconds, .kind = &key_number, .most = 86400), \
		SETTINGS_KEY(type, split_seconds, .kind = &key_number, .most = 86400), \
		SETTINGS_KEY(type, leaver_wait_seconds, .kind = &key_number, .most = 604800), \
		SETTINGS_KEY(type, pages, .kind = &settings_switch), \
		SETTINGS_KEY(type, locked, .kind = &settings_locked, .check = check_locked), \
		SETTINGS_KEY(type, prefix, .kind = &key_text, .check = check_prefix), \
		SETTINGS_KEY(type, language, .kind = &key_text, .choices = settings_languages), \
		SETTINGS_KEY( \
			type, cards, .kind = &key_text, .choices = "unicode ascii colour plain"), \
		SETTINGS_KEY(type, detail, .kind = &key_text, .choices = "full quiet"), \
		SETTINGS_KEY(type, tables_in, .kind = &key_text, .choices = "channel thread")
#define SETTINGS_KEY(type, key, ...) KEY_NAMED(#key, type, settings.key, __VA_ARGS__)

extern const char settings_languages[];

/* Settings that are all missing, as in a group without settings. */
extern const struct config_settings settings_none;
/* Copies the settings that are missing in *settings from *from. */
void settings_inherit(struct config_settings *settings, const struct config_settings *from);
/* Allocates room for count channels and a NULL at the end. */
void settings_channels_room(struct config_channels *channels, size_t count);
void settings_channels_free(struct config_channels *channels);
/* A switch that can be on, off or missing; its field is unsigned. */
extern const struct key_kind settings_switch;
/* Like key_list, but distinguishes an empty list from a missing one. */
extern const struct key_kind settings_locked;
/*
 * A list of channels: struct config_channels. Each is a name, or a group with a name and settings;
 * the name must pass the key's check.
 */
extern const struct key_kind settings_channels;

#endif
