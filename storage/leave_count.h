/* leave_count.h - counts the matches that people left before the end. */
#ifndef STORAGE_LEAVE_COUNT_H
#define STORAGE_LEAVE_COUNT_H

#include "storage/store.h"

struct store_leaver {
	unsigned leaves;  /* number of matches left before their end and not forgiven yet */
	int64_t deserted; /* when the person last left a match without a return; 0: never */
};

/* Counts a match that the person left before its end. */
enum store_error store_count_leave(struct store *store, int64_t person, int64_t now);
/*
 * Counts a match that the person played to its end. After each `forgiven` such matches, forgives
 * one match that they left.
 */
enum store_error store_count_finished_match(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_get_leaves(struct store *store, int64_t person, struct store_leaver *leaver);

#endif
