/* image.h - saves a store in memory, so that it can be restored any number of times. */
#ifndef TESTS_STAGE_IMAGE_H
#define TESTS_STAGE_IMAGE_H

#include <stddef.h>

#include "storage/store.h"

struct image {
	unsigned char *bytes; /* the saved database, or NULL */
	unsigned char *live;  /* the live database */
	size_t size;
	int64_t commits;
};

/* Saves a store between batches, or aborts. Free the image after the store is closed. */
struct image image_take(struct store *store);
void image_free(struct image *image);
/* Restores a store to its image, and rolls back the current batch. */
void image_restore(const struct image *image, struct store *store);

#endif
