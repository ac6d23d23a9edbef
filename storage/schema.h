/* schema.h - versions of the schema and upgrades between them. Only for storage/. */
#ifndef STORAGE_SCHEMA_H
#define STORAGE_SCHEMA_H

#include "storage/db.h"

/* The user_version in the head of a database. Since SEAL_VERSION, secret values are sealed. */
enum { SCHEMA_FIRST = 19, SCHEMA_NEWEST = 23, SEAL_VERSION = 21 };

/*
 * The SQL that leads to each version: storage/sql/schema.sql creates the first in an empty
 * database, schema_N.sql upgrades version N - 1 to N.
 */
extern const char *const schema_steps[SCHEMA_NEWEST + 1];

/*
 * Checks the head of a freshly opened database. Returns STORE_OK if it is empty (*version 0) or a
 * mitaines database, else STORE_OUTDATED, STORE_NEWER, STORE_FOREIGN or a read error.
 */
enum store_error schema_identify(struct database *database, int *version);
/* Upgrades a database to the newest version in one transaction. */
enum store_error schema_upgrade(struct database *database);

#endif
