/*
 * channels.h - settings of channels, made in chat by their operators; and the channels in which
 * people play, as pages may name them.
 */
#ifndef STORAGE_CHANNELS_H
#define STORAGE_CHANNELS_H

#include "storage/store.h"

/* Bytes, NUL included, of a key and of a value. */
enum { STORE_SETTING_KEY = STORE_NAME + 16, STORE_SETTING_VALUE = 512 };

struct store_channel_setting {
	char key[STORE_SETTING_KEY];
	char value[STORE_SETTING_VALUE];
	int64_t until; /* unix seconds: when the setting lapses; 0: never */
	char author[STORE_NAME];
	int64_t at;
};

/* Stores or replaces a setting of a channel. channel: the name as the network folds it. */
enum store_error store_set_channel_setting(struct store *store, int64_t network,
	const char *channel, const struct store_channel_setting *row);
/* Deletes a setting. Returns STORE_NONE if it is absent. */
enum store_error store_delete_channel_setting(
	struct store *store, int64_t network, const char *channel, const char *key);
/* Reads the next setting after a key in byte order. Begin with "". At the end: STORE_NONE. */
enum store_error store_next_channel_setting(struct store *store, int64_t network,
	const char *channel, const char *after, struct store_channel_setting *row);

/* Bytes of a link, NUL included: enough for the longest channel with all its bytes encoded, twice.
 */
enum { STORE_LINK = 2048 };

struct store_venue {
	char network[STORE_NAME]; /* name of the network in the configuration */
	char channel[STORE_CHANNEL];
	char link[STORE_LINK]; /* irc://, ircs:// or https:// */
};

/* Adds or replaces a channel in which people of a network play. */
enum store_error store_set_venue(
	struct store *store, int64_t network, const char *channel, const char *link);
/* Removes such a channel, which may be absent. */
enum store_error store_delete_venue(struct store *store, int64_t network, const char *channel);
/* Deletes all such channels. Writes nothing without any. */
enum store_error store_clear_venues(struct store *store);
enum store_error store_get_venue(
	struct store *store, int64_t network, const char *channel, struct store_venue *venue);
/* Reads such channels in the order of network id and name, at most limit rows. */
enum store_error store_list_venues(
	struct store *store, struct store_venue *rows, unsigned limit, unsigned *count);

#endif
