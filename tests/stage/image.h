/* image.h - what a store in memory holds, to be taken back to as often as one likes. */
#ifndef TESTS_STAGE_IMAGE_H
#define TESTS_STAGE_IMAGE_H

#include <stddef.h>

#include "storage/store.h"

struct image {
	unsigned char *bytes; /* the database then, NULL: not taken */
	unsigned char *live;  /* and now */
	size_t size;
	int64_t commits;
};

/* Takes it between turns, and frees it once the store is closed; aborts when it cannot. */
struct image image_take(struct store *store);
void image_free(struct image *image);
/* The store is as it was when its image was taken; what was not committed is dropped. */
void image_restore(const struct image *image, struct store *store);

#endif
