/*
 * expiry.h - deletes people without a started match, a month or a year after they were seen, and
 * guests: people without a chat client and without statistics. The key of a guest begins with a
 * tilde.
 */
#ifndef STORAGE_EXPIRY_H
#define STORAGE_EXPIRY_H

#include "storage/people.h"

/*
 * Records that a person was seen. People without a started match expire a month later, or a year
 * later if they set a preference. People with a password, with notifications or with a seat at an
 * open table are never removed; their term is extended instead.
 */
enum store_error store_set_last_seen(struct store *store, int64_t person, int64_t now);

enum { STORE_EXPIRED = 16 };

struct store_expired {
	int64_t person[STORE_EXPIRED]; /* ids of removed people */
	unsigned count;
	bool more; /* more people may have expired: call again */
};

/*
 * Removes up to STORE_EXPIRED expired people, in a batch of its own. Returns STORE_IN_USE within a
 * batch.
 */
enum store_error store_delete_expired(
	struct store *store, int64_t now, struct store_expired *expired);

/*
 * Finds a guest on the network of this name: added before a time, without a live match, and with
 * all earlier matches ended before that time. Returns STORE_NONE if not found.
 */
enum store_error store_find_old_guest(
	struct store *store, const char *network, int64_t before, struct store_person *row);
/* Deletes a person's statistics, also those against other people. */
enum store_error store_delete_statistics(struct store *store, int64_t person);

#endif
