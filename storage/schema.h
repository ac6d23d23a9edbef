/* schema.h - the tables of a database, and its upgrades. Only for storage/. */
#ifndef STORAGE_SCHEMA_H
#define STORAGE_SCHEMA_H

#include "storage/driver.h"

/* Versions of the schema; a database has its version in its head, as user_version. */
enum { SCHEMA_FIRST = 15, SCHEMA_NEWEST = 16 };

/*
 * The SQL that leads to each version: storage/sql/schema.sql creates the first in an empty
 * database, schema_N.sql upgrades version N - 1 to N.
 */
extern const char *const schema_steps[SCHEMA_NEWEST + 1];

/*
 * Tells what a freshly opened database is, by its head only: STORE_OK if it is empty or ours,
 * STORE_OUTDATED, STORE_NEWER, STORE_FOREIGN, or why it cannot be read. *version is 0 if it is
 * empty.
 */
enum store_error schema_identify(struct database *database, int *version);
/* Brings a database to the newest version, all in one transaction. */
enum store_error schema_upgrade(struct database *database);

#endif
