/* leavers.h - counts the matches that people left before the end. */
#ifndef STORAGE_LEAVERS_H
#define STORAGE_LEAVERS_H

#include "storage/store.h"

struct store_leaver {
	unsigned leaves;  /* number of abandoned matches that are not forgiven yet */
	int64_t deserted; /* when they last left without return; 0: never */
};

/* Counts a leave. */
enum store_error store_leave(struct store *store, int64_t person, int64_t now);
/* Counts a match played to its end. After `forgiven` of them one leave is forgiven. */
enum store_error store_stay(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_leaver(struct store *store, int64_t person, struct store_leaver *leaver);

#endif
