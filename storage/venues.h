/* venues.h - the channels in which people play, as pages may name them. */
#ifndef STORAGE_VENUES_H
#define STORAGE_VENUES_H

#include "storage/store.h"

/* Bytes, NUL included: enough for the longest channel with all its bytes encoded, twice. */
enum { STORE_LINK = 2048 };

struct store_venue {
	char network[STORE_NAME]; /* name of the network in the configuration */
	char channel[STORE_CHANNEL];
	char link[STORE_LINK]; /* irc://, ircs:// or https:// */
};

/* Adds or replaces a channel of a network. */
enum store_error store_set_venue(
	struct store *store, int64_t network, const char *channel, const char *link);
/* Removes a channel, which may be absent. */
enum store_error store_delete_venue(struct store *store, int64_t network, const char *channel);
/* Deletes all channels. Writes nothing without channels. */
enum store_error store_clear_venues(struct store *store);
enum store_error store_get_venue(
	struct store *store, int64_t network, const char *channel, struct store_venue *venue);
/* Reads channels in the order of network id and name, at most limit rows. */
enum store_error store_list_venues(
	struct store *store, struct store_venue *rows, unsigned limit, unsigned *count);

#endif
