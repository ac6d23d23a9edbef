/* database.h - finds and opens the database for the commands in bot/tools/. */
#ifndef BOT_TOOLS_DATABASE_H
#define BOT_TOOLS_DATABASE_H

#include "storage/store.h"

/* Prints an error line on standard error. Returns the exit status. */
int database_print_error(const char *command, const char *where, const char *why);
/*
 * Finds the database's path by the configuration, or with NULL by its defaults, as `run` does. The
 * caller frees path. Returns false after an error line.
 */
bool database_find(const char *conf, char **path);
/* Opens an existing database to read, like store_open_read_only, and calls run. Returns the exit
 * status. */
int database_open(const char *command, const char *path, bool older,
	int (*run)(struct store *store, void *context), void *context);
/* Calls database_find, then database_open. */
int database_read(const char *command, const char *conf, bool older,
	int (*run)(struct store *store, void *context), void *context);

#endif
