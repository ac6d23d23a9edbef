/* proof.h - how people without an account show that it is them. */
#ifndef STORAGE_PROOF_H
#define STORAGE_PROOF_H

#include "storage/store.h"

/* How somebody shows that it is them; empty: not known. */
struct store_proof {
	char claim[STORE_PASSWORD];  /* a salted hash of a word */
	char address[STORE_ADDRESS]; /* user@host; "@" too: not known */
	char home[STORE_ADDRESS];    /* the first of them, or the last before it that settled */
	int64_t addressed;           /* when the address came to be theirs */
	bool played;                 /* they have a history */
};

enum store_error store_proof(struct store *store, int64_t person, struct store_proof *proof);
/* NULL: no longer. */
enum store_error store_password(struct store *store, int64_t person, const char *claim);
/* An operator drops it: the address is as good as new. */
enum store_error store_password_clear(struct store *store, int64_t person, int64_t now);
/*
 * Somebody was heard from there. Their home is the first address, then the last before it that was
 * theirs for so many seconds; while they have a claim it stays.
 */
enum store_error store_address(
	struct store *store, int64_t person, const char *address, int64_t now, int64_t settled);

#endif
