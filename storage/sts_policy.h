/* sts_policy.h - STS policies: hosts that must be reached by TLS. */
#ifndef STORAGE_STS_POLICY_H
#define STORAGE_STS_POLICY_H

#include "storage/store.h"

enum { STORE_HOST = 256 };

/* Stores or replaces a host's policy. Ignores the case of letters in host names. */
enum store_error store_set_sts_policy(
	struct store *store, const char *host, unsigned port, int64_t until);
/* Reads the TLS port of a host's policy. STORE_NONE: no policy, or it has expired. */
enum store_error store_get_sts_policy(
	struct store *store, const char *host, int64_t now, unsigned *port);

#endif
