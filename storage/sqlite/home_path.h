/* home_path.h - the paths of a database in its folder, see home.h. Only for storage/sqlite/. */
#ifndef STORAGE_SQLITE_HOME_PATH_H
#define STORAGE_SQLITE_HOME_PATH_H

#include <limits.h>
#include <stdbool.h>

/* The paths of a database. */
struct home {
	char base[PATH_MAX];   /* the configured path, links followed */
	char folder[PATH_MAX]; /* BASE-data */
	char file[PATH_MAX];   /* BASE-data/NAME */
	char target[NAME_MAX]; /* NAME-data/NAME: where the link at base points */
};

/* Finds the paths for a configured path. Returns false if they are too long. */
bool home_find(const char *path, struct home *home);
/* Creates the folder if it is absent. Returns false on failure. */
bool home_make_folder(const struct home *home);
/* Returns true if a file is at base instead of the link. */
bool home_is_newcomer(const struct home *home);
/* Reads the link at base. Returns false if base is not a link. */
bool home_read_link(const char *base, char target[PATH_MAX]);
/* Joins two texts. Returns false if the result is too long. */
bool home_join(char path[PATH_MAX], const char *begin, const char *end);

#endif
