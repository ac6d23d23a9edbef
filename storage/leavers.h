/* leavers.h - who left matches that others still played. */
#ifndef STORAGE_LEAVERS_H
#define STORAGE_LEAVERS_H

#include "storage/store.h"

struct store_leaver {
	unsigned leaves;  /* matches they left and that are not forgotten yet */
	int64_t deserted; /* when they last left one and did not come back to it; 0: never */
};

/* Somebody left a match at that time: it counts. */
enum store_error store_leave(struct store *store, int64_t person, int64_t now);
/* Somebody played a match to its end; so many of them and one they left is forgotten. */
enum store_error store_stay(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_leaver(struct store *store, int64_t person, struct store_leaver *leaver);

#endif
