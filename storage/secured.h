/* secured.h - the hosts that want to be reached by TLS alone (STS). */
#ifndef STORAGE_SECURED_H
#define STORAGE_SECURED_H

#include "storage/store.h"

enum { STORE_HOST = 256 };

/* A host, in whatever case, is to be reached on that port until then, in Unix seconds. */
enum store_error store_secure(struct store *store, const char *host, unsigned port, int64_t until);
/* The port on which a host is to be reached now; STORE_NONE: it has not asked for that. */
enum store_error store_secured(struct store *store, const char *host, int64_t now, unsigned *port);

#endif
