/* db_snapshot.h - saves a store in memory, so that it can be restored any number of times. */
#ifndef TESTS_STAGE_DB_SNAPSHOT_H
#define TESTS_STAGE_DB_SNAPSHOT_H

#include <stddef.h>

#include "storage/store.h"

struct image {
	unsigned char *bytes; /* the saved database, or NULL */
	unsigned char *live;  /* memory that SQLite uses as the live database */
	size_t size;
	int64_t commits;
};

/* Saves a store; no batch may be open. Aborts on an error. Free the image with db_snapshot_free
 * after the store is closed. */
struct image db_snapshot_take(struct store *store);
void db_snapshot_free(struct image *image);
/* Restores a store to its image, and rolls back the current batch. */
void db_snapshot_restore(const struct image *image, struct store *store);

#endif
