/* schema.h - the tables, and how older databases come to have them. Only for storage/. */
#ifndef STORAGE_SCHEMA_H
#define STORAGE_SCHEMA_H

#include "storage/driver.h"

enum { SCHEMA_COPIED = 9 }; /* the first in which a database knows that it is a copy */

/*
 * NULL-terminated: the first creates the first schema, each further one upgrades its predecessor.
 * A database's user_version is the number of those it has been through. Append only: they are the
 * files storage/sql/schema_N.sql.
 */
extern const char *const schema_migrations[];

/* How many those are. */
int schema_count(const char *const *migrations);
/* How many of them a database has been through; unless it cannot be read. */
enum store_error schema_version(struct database *database, int *version);
/*
 * Says what a freshly opened database is, reading its head only: STORE_OK when it is empty or ours,
 * STORE_NEWER, STORE_FOREIGN, or why it cannot be read.
 */
enum store_error schema_identify(struct database *database, const char *const *migrations);
/* Applies the migrations that are missing, all in one transaction. */
enum store_error schema_upgrade(struct database *database, const char *const *migrations);

#endif
