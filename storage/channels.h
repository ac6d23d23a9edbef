/*
 * channels.h - settings of channels, made in chat by their operators; and venues: the channels in
 * which people play and which pages may name.
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
/*
 * Reads the next setting after a key in byte order. Begin with "". Returns STORE_NONE at the end.
 */
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

/* Adds a venue, or replaces its link. */
enum store_error store_set_venue(
	struct store *store, int64_t network, const char *channel, const char *link);
/* Deletes a venue. Does nothing if it is absent. */
enum store_error store_delete_venue(struct store *store, int64_t network, const char *channel);
/* Deletes all venues. Writes nothing if the table is empty. */
enum store_error store_clear_venues(struct store *store);
enum store_error store_get_venue(
	struct store *store, int64_t network, const char *channel, struct store_venue *venue);
/* Reads the venues in the order of network id and name, at most limit rows. */
enum store_error store_list_venues(
	struct store *store, struct store_venue *rows, unsigned limit, unsigned *count);

#endif
