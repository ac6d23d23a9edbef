/* ignores.h - masks of ignored people, set by operators of the running bot. */
#ifndef STORAGE_IGNORES_H
#define STORAGE_IGNORES_H

#include "storage/store.h"

struct store_ignore {
	char mask[STORE_MASK];
	char author[STORE_NAME];
	int64_t at;
};

/*
 * Adds a mask. Returns STORE_REFUSED if the network has it already, ignoring the case of letters.
 */
enum store_error store_add_ignore(
	struct store *store, int64_t network, const struct store_ignore *row);
/* Removes a mask, ignoring the case of letters. Returns STORE_NONE if it is absent. */
enum store_error store_delete_ignore(struct store *store, int64_t network, const char *mask);
/* Reads a network's masks in alphabetical order, at most limit rows. */
enum store_error store_list_ignores(struct store *store, int64_t network, struct store_ignore *rows,
	unsigned limit, unsigned *count);

#endif
