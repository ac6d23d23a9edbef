#include "tests/stage/db_snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "storage/query.h"
#include "storage/sqlite/sqlite.h"

enum { LIVE = 8 * 1024 * 1024 }; /* largest size of the database in bytes */

static void must(bool holds)
{
	if (!holds)
		abort();
}

/* Moves the database into memory of our own, so that db_snapshot_restore can overwrite it without
 * SQLite's knowledge. */
struct image db_snapshot_take(struct store *store)
{
	struct image image = { .commits = store->commits };
	sqlite3_int64 size;
	image.bytes = sqlite3_serialize(store->database->db, "main", &size, 0);
	must(image.bytes != NULL && size <= LIVE);
	image.size = (size_t)size;
	image.live = malloc(LIVE);
	must(image.live != NULL);
	memcpy(image.live, image.bytes, image.size);
	must(sqlite3_deserialize(store->database->db, "main", image.live, size, LIVE, 0) ==
		SQLITE_OK);
	return image;
}

void db_snapshot_free(struct image *image)
{
	sqlite3_free(image->bytes);
	free(image->live);
}

/* Overwrites the live database. To SQLite this looks like a change by another program: the change
 * counter in the file header makes it drop its cached pages. The schema is the same, so prepared
 * statements stay valid. */
void db_snapshot_restore(const struct image *image, struct store *store)
{
	store_rollback(store);
	memcpy(image->live, image->bytes, image->size);
	store->commits = image->commits;
}
