/*
 * network_data.h - values that a network stores under names of its own; and STS policies: hosts
 * that must be reached by TLS.
 */
#ifndef STORAGE_NETWORK_DATA_H
#define STORAGE_NETWORK_DATA_H

#include "storage/store.h"

/* Sizes of a value and of a name in bytes, NUL included. */
enum { STORE_DATA_VALUE = 64 * 1024, STORE_DATA_NAME = 320 };

/*
 * Name of an empty value that the store adds to each network with data when the database was
 * restored from a copy. The network deletes it after it has handled the outdated data.
 */
#define STORE_KEPT_RESTORED "restored"

/*
 * Stores or replaces the value of a name; NULL deletes it. Storing a value advances the generation
 * (copy.h), so that a copy made before is detected.
 */
enum store_error store_set_network_data(
	struct store *store, int64_t network, const char *name, const char *value);
/*
 * Reads the next name after `after` in byte order, and its value. Begin with "". At the end returns
 * STORE_NONE and leaves both unchanged.
 */
enum store_error store_next_network_data(struct store *store, int64_t network, const char *after,
	char name[STORE_DATA_NAME], char value[STORE_DATA_VALUE]);

enum { STORE_HOST = 256 };

/* Stores or replaces a host's STS policy. Ignores the case of letters in host names. */
enum store_error store_set_sts_policy(
	struct store *store, const char *host, unsigned port, int64_t until);
/*
 * Reads the TLS port of a host's policy. Returns STORE_NONE without a policy, or if it has expired.
 */
enum store_error store_get_sts_policy(
	struct store *store, const char *host, int64_t now, unsigned *port);

#endif
