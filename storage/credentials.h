/* credentials.h - proofs of identity for people without an account: password and address. */
#ifndef STORAGE_CREDENTIALS_H
#define STORAGE_CREDENTIALS_H

#include "storage/store.h"

/* Empty texts are unknown or not set. */
struct store_proof {
	char claim[STORE_PASSWORD];  /* salted hash of the password */
	char address[STORE_ADDRESS]; /* last seen user@host; "@" is unknown too */
	char home[STORE_ADDRESS];    /* home address, see store_address */
	int64_t addressed;           /* when the address was first seen, or the password removed */
	bool played;                 /* has a match with a result */
};

enum store_error store_get_credentials(
	struct store *store, int64_t person, struct store_proof *proof);
/* Sets the password's hash; NULL removes it. */
enum store_error store_set_password(struct store *store, int64_t person, const char *claim);
/* Removes the password for an operator; the address then counts as first seen now. */
enum store_error store_clear_password(struct store *store, int64_t person, int64_t now);
/*
 * Records a person's address. The first known address is the home. When the address changes, the
 * old one becomes the home if it was theirs for `settled` seconds and they have no password.
 */
enum store_error store_set_address(
	struct store *store, int64_t person, const char *address, int64_t now, int64_t settled);

#endif
