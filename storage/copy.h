/*
 * copy.h - how a copy of the database is told from the original. Only for storage/.
 *
 * The original goes on while a copy stands still: when a hand is dealt, the seed of the one before
 * is public, and so are all of a match when it ends; and a network hears more, which it would do
 * again. Such a batch counts the generation in the database up and, once that is on disk and before
 * anything is said, has the driver note it outside (in a file beside it that ends in -generation).
 * A database that has come less far than that note says is an older copy; one of another lineage,
 * or without its note, came from elsewhere; a backup is marked as one. One that has come further
 * than its note was killed in between. What was copied together with its note, folder and all,
 * nobody can tell from the original.
 */
#ifndef STORAGE_COPY_H
#define STORAGE_COPY_H

#include "storage/store.h"

/*
 * Keeps the database as it is in a file beside it, as mitaines.db.schema-15, if its schema has an
 * older version (0: it is empty) and will be upgraded. Replaces an earlier copy of that name once
 * this one is whole. Returns STORE_UNCOPIED if that fails.
 */
enum store_error copy_before_upgrade(struct store *store, int version);
/* Counts the generation up in this batch. */
enum store_error copy_publish(struct store *store);
/* Notes how far the database has come, after the commit of such a batch. */
void copy_published(struct store *store);
/*
 * Sets the live matches of a copy aside, and marks what networks keep as restored; it is the
 * original of what comes from now on. After an error the store is to be closed, or rolled back.
 */
enum store_error copy_adopt(struct store *store);

#endif
