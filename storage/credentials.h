/* credentials.h - proofs of identity for people without an account: password and address. */
#ifndef STORAGE_CREDENTIALS_H
#define STORAGE_CREDENTIALS_H

#include "storage/store.h"

/* The proofs of one person. An empty text is unknown or not set. */
struct store_proof {
	char claim[STORE_PASSWORD];  /* salted hash of the password */
	char address[STORE_ADDRESS]; /* user@host when last seen; "" or "@": unknown */
	char home[STORE_ADDRESS];    /* home address, see store_set_address */
	int64_t addressed; /* when the address was first seen, or when the password was removed */
	bool played;       /* has a match with a result */
};

enum store_error store_get_credentials(
	struct store *store, int64_t person, struct store_proof *proof);
/* Sets the password's hash; NULL removes it. */
enum store_error store_set_password(struct store *store, int64_t person, const char *claim);
/* Removes the password for an operator; the address then counts as first seen now. */
enum store_error store_clear_password(struct store *store, int64_t person, int64_t now);
/*
 * Records a person's address. The first known address is the home. When the address changes, the
 * old address becomes the home if the person had it for `settled` seconds and has no password.
 */
enum store_error store_set_address(
	struct store *store, int64_t person, const char *address, int64_t now, int64_t settled);

#endif
