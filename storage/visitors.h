/*
 * visitors.h - people without a chat client: they have no statistics, and are deleted after a time.
 * The key of a visitor begins with a tilde.
 */
#ifndef STORAGE_VISITORS_H
#define STORAGE_VISITORS_H

#include "storage/people.h"

/*
 * Finds a visitor on the network of this name, added before a time, without a live match and
 * without a match that ended at that time or later. Sets row->id, key and name. Returns STORE_NONE
 * if not found.
 */
enum store_error store_find_old_visitor(
	struct store *store, const char *network, int64_t before, struct store_person *row);
/* Deletes a person's statistics, also those against other people. */
enum store_error store_delete_statistics(struct store *store, int64_t person);

#endif
