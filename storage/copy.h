/* copy.h - what storage/ itself needs of copies; store_backup is for everybody. */
#ifndef STORAGE_COPY_H
#define STORAGE_COPY_H

#include <limits.h>

#include "storage/store.h"

/*
 * The path as SQLite is to take it: always a file's, never a URI or a name that SQLite gives a
 * meaning of its own. False: too long.
 */
bool copy_path(const char *path, char plain[PATH_MAX]);
/*
 * Keeps the database as it is in a file beside it, as mitaines.db.schema-8, if its schema is about
 * to be upgraded; an earlier copy of that name is replaced once this one is whole. STORE_UNCOPIED:
 * it could not be.
 */
enum store_error copy_before_upgrade(struct store *store);

#endif
