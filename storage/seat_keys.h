/*
 * seat_keys.h - links to seats on pages. A link's key is never stored, only its SHA-256: a copy of
 * the database opens no seat. The keys of a match that is set aside are deleted.
 */
#ifndef STORAGE_SEAT_KEYS_H
#define STORAGE_SEAT_KEYS_H

#include "storage/store.h"

enum { STORE_KEY_HASH = 32 };

struct store_seat_key {
	uint8_t hash[STORE_KEY_HASH];
	int64_t person;
	int64_t match;
	/* unix seconds: when the link stops working; 0: not while the person plays the seat */
	int64_t ends;
};

/* Adds a key, without an end. Replaces the person's earlier key of that match. */
enum store_error store_add_seat_key(
	struct store *store, const struct store_seat_key *row, int64_t now);
/* Sets the end of a key, if it is stored. */
enum store_error store_end_seat_key(
	struct store *store, const uint8_t hash[STORE_KEY_HASH], int64_t ends);
/* Deletes a key, if it is stored. */
enum store_error store_delete_seat_key(struct store *store, const uint8_t hash[STORE_KEY_HASH]);
/* Steps to the key with the next higher hash. Begin with a row of zeros. */
enum store_error store_next_seat_key(struct store *store, struct store_seat_key *row);

#endif
