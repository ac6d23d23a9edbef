/* leave_count.h - counts the matches that people left before the end. */
#ifndef STORAGE_LEAVE_COUNT_H
#define STORAGE_LEAVE_COUNT_H

#include "storage/store.h"

struct store_leaver {
	unsigned leaves;  /* number of abandoned matches that are not forgiven yet */
	int64_t deserted; /* when they last left without return; 0: never */
};

/* Counts a leave. */
enum store_error store_count_leave(struct store *store, int64_t person, int64_t now);
/* Counts a match played to its end. After `forgiven` of them one leave is forgiven. */
enum store_error store_count_finished_match(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_get_leaves(struct store *store, int64_t person, struct store_leaver *leaver);

#endif
