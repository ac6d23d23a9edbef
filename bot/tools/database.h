/* database.h - how commands find the database. Only for bot/tools/. */
#ifndef BOT_TOOLS_DATABASE_H
#define BOT_TOOLS_DATABASE_H

#include "storage/store.h"

/* One line on standard error; the exit status. */
int database_fail(const char *command, const char *where, const char *why);
/*
 * Finds the database as `run` does, by the configuration, or with NULL by its default; true, and
 * path is the caller's to free, or false after a line.
 */
bool database_find(const char *conf, char **path);
/* Opens a database that is there to be read, as store_read; the exit status. */
int database_open(const char *command, const char *path, bool older,
	int (*run)(struct store *store, void *context), void *context);
/* Both. */
int database_read(const char *command, const char *conf, bool older,
	int (*run)(struct store *store, void *context), void *context);

#endif
