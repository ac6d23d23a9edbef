/*
 * copy.h - copies of the database, and how one is told from the original. Only for storage/.
 *
 * The original goes on while a copy stands still: when a hand is dealt, the seed of the one before
 * is public, and so are all of a match when it ends. Such a turn counts the generation in the
 * database up and, once that is on disk and before anything is said, writes it to the file beside
 * it that ends in -generation. A database that has come less far than that file says is an older
 * copy; one of another lineage, or without its file, came from elsewhere; a backup is marked as
 * one. One that has come further than its file was killed in between. What was copied together with
 * its file, folder and all, nobody can tell from the original.
 */
#ifndef STORAGE_COPY_H
#define STORAGE_COPY_H

#include <limits.h>

#include "storage/store.h"

/*
 * The path as SQLite is to take it: always a file's, never a URI or a name that SQLite gives a
 * meaning of its own. False: too long.
 */
bool copy_path(const char *path, char plain[PATH_MAX]);
/* The path of a file beside the database; false: too long, or it is in memory or not owned. */
bool copy_beside(const struct store *store, const char *tail, char path[PATH_MAX]);
/* Shuts the database, what belongs to it and its copies beside it to others who may use them. */
enum store_privacy copy_privacy(const struct store *store);
/*
 * Keeps the database as it is in a file beside it, as mitaines.db.schema-8, if its schema is about
 * to be upgraded; an earlier copy of that name is replaced once this one is whole. STORE_UNCOPIED:
 * it could not be.
 */
enum store_error copy_before_upgrade(struct store *store);
/* Seeds become public in this turn. */
enum store_error copy_publish(struct store *store);
/* Writes down how far the database has come, after the commit of such a turn. */
void copy_published(struct store *store);
/* Sets the live matches of a copy aside, which is the original of what comes from now on. */
enum store_error copy_adopt(struct store *store);

#endif
