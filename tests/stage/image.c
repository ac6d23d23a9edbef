#include "tests/stage/image.h"

#include <stdlib.h>
#include <string.h>

#include "storage/query.h"
#include "storage/sqlite/sqlite.h"

enum { LIVE = 8 * 1024 * 1024 }; /* as large as the database may grow */

static void must(bool holds)
{
	if (!holds)
		abort();
}

/* The database goes on in memory that is ours, so that it can be written over behind its back. */
struct image image_take(struct store *store)
{
	struct image image = { .commits = store->commits };
	sqlite3_int64 size;
	image.bytes = sqlite3_serialize(sqlite_of(store->database)->db, "main", &size, 0);
	must(image.bytes != NULL && size <= LIVE);
	image.size = (size_t)size;
	image.live = malloc(LIVE);
	must(image.live != NULL);
	memcpy(image.live, image.bytes, image.size);
	must(sqlite3_deserialize(sqlite_of(store->database)->db, "main", image.live, size, LIVE,
		     0) == SQLITE_OK);
	return image;
}

void image_free(struct image *image)
{
	sqlite3_free(image->bytes);
	free(image->live);
}

/*
 * To SQLite somebody else wrote to the database: the change counter in its head tells it to forget
 * the pages it knows. The schema is the same, so its prepared statements stay.
 */
void image_restore(const struct image *image, struct store *store)
{
	store_rollback(store);
	memcpy(image->live, image->bytes, image->size);
	store->commits = image->commits;
}
