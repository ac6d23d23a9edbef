/* schema.h - the tables, and how older databases come to have them. Only for storage/. */
#ifndef STORAGE_SCHEMA_H
#define STORAGE_SCHEMA_H

#include <sqlite3.h>

#include "storage/store.h"

enum { SCHEMA_COPIED = 9 }; /* the first in which a database knows that it is a copy */

/*
 * NULL-terminated: the first creates the first schema, each further one upgrades its predecessor.
 * A database's user_version is the number of those it has been through. Append only: they are the
 * files storage/sql/schema_N.sql.
 */
extern const char *const schema_migrations[];

/* How many those are. */
int schema_count(const char *const *migrations);
/* How many of them a database has been through; 0: none, or it cannot be read. */
int schema_version(sqlite3 *db);
/*
 * Says what a freshly opened database is, reading its head only: STORE_OK when it is empty or ours,
 * STORE_NEWER, STORE_FOREIGN, or why it cannot be read.
 */
enum store_error schema_identify(sqlite3 *db, const char *const *migrations);
/* Applies the migrations that are missing, all in one transaction. */
enum store_error schema_upgrade(sqlite3 *db, const char *const *migrations);
/* Whether the file at path, which no program has open, is empty or has the head of a database of
 * ours, of whatever version. */
bool schema_heads(const char *path);

#endif
