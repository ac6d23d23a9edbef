/* expiry.h - people who only passed by are not kept for ever. */
#ifndef STORAGE_EXPIRY_H
#define STORAGE_EXPIRY_H

#include "storage/store.h"

/*
 * Somebody was heard of. Of whom nothing is kept but who they are, is removed a month after that,
 * or a year if they set how they want to be spoken to. Who ever had a seat in a match that started,
 * has a claim or wants to be told of tables, stays.
 */
enum store_error store_heard(struct store *store, int64_t person, int64_t now);

enum { STORE_EXPIRED = 16 };

/* Who was removed; their ids are nobody's any more. */
struct store_expired {
	int64_t person[STORE_EXPIRED];
	unsigned count;
	bool more; /* to be looked at */
};

/* Between batches: removes some of those whose time has come, in a batch of its own. */
enum store_error store_expire(struct store *store, int64_t now, struct store_expired *expired);

#endif
