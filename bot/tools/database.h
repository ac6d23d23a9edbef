/* database.h - finds and opens the database, for the commands in bot/tools. */
#ifndef BOT_TOOLS_DATABASE_H
#define BOT_TOOLS_DATABASE_H

#include "storage/store.h"

/*
 * Finds the path of the database, as `mitaines run` does: by a configuration file, or with conf
 * NULL by the defaults. The caller frees path. Returns false after printing an error.
 */
bool database_find(const char *conf, char **path);
/*
 * Opens an existing database for reading, unseals its values and calls `run`. older: as for
 * store_open_read_only. other: as for store_unseal. Returns the exit status.
 */
int database_open(const char *command, const char *path, const char *other, bool older,
	int (*run)(struct store *store, void *context), void *context);
/* Finds the database like database_find, then opens it like database_open. */
int database_read(const char *command, const char *conf, bool older,
	int (*run)(struct store *store, void *context), void *context);

#endif
