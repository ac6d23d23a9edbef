/* kept.h - what networks keep for themselves, by names of their own. */
#ifndef STORAGE_KEPT_H
#define STORAGE_KEPT_H

#include "storage/store.h"

/* Bytes, NUL included, of what is kept and of its name. */
enum { STORE_KEPT = 64 * 1024, STORE_KEPT_NAME = 320 };

/*
 * The store keeps this name, with an empty value, for each network whose values come from an older
 * state of the database or from elsewhere. The network drops it once it has dealt with that.
 */
#define STORE_KEPT_RESTORED "restored"

/*
 * Keeps a value in place of the one of that name; NULL: none from now on. A batch that keeps a
 * value advances the generation: a copy of the file made before is recognized.
 */
enum store_error store_keep(
	struct store *store, int64_t network, const char *name, const char *value);
/*
 * What is kept under the first name behind `after`, by bytes, and that name. STORE_NONE: there is
 * none; both are as they were.
 */
enum store_error store_kept(struct store *store, int64_t network, const char *after,
	char name[STORE_KEPT_NAME], char value[STORE_KEPT]);

#endif
