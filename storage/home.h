/*
 * home.h - the folder of a database. The process that serves pages may read this folder and no
 * other file of the bot.
 *
 * The configuration names the database "games.db". Its home is the folder "games.db-data" beside
 * this name: the file "games.db", its WAL and its generation. At the name itself is a symbolic link
 * to the file, so that other programs find it. Beside the name are the key ("games.db-key", see
 * seal.h) and copies from before upgrades. If a file has the name instead of the
 * link, it is a database of an older version, or a copy that the operator put back: home_open moves
 * it into the folder.
 */
#ifndef STORAGE_HOME_H
#define STORAGE_HOME_H

#include <limits.h>

#include "storage/store.h"

/*
 * Writes the path of the database file for a configured path. An operator's symbolic links are
 * followed. Returns false if the path is too long.
 */
bool home_file(const char *path, char file[PATH_MAX]);
/* Creates the folder of the database if it is absent. Returns false on failure. */
bool home_create(const char *path);
/*
 * Returns true if a file is at path instead of the link: a database of an older version, or one
 * that the operator put back. The bot's next start moves it into the folder.
 */
bool home_has_newcomer(const char *path);
/*
 * Opens the database with the configured path like store_open. First moves a file at path into the
 * folder: seals its secret values and leaves no trace of the unsealed ones. A crash leaves either
 * the old file or the new one. Another database in the folder is kept as PATH.replaced.
 */
enum store_error home_open(const char *path, struct store **store);

#endif
