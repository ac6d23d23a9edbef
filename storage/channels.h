/* channels.h - settings of channels, made in chat by their operators. */
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

#endif
