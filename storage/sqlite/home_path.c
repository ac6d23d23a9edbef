/* home_path.c - the paths of a database: its configured name, its folder and its link, see home.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/home.h"
#include "storage/sqlite/home_path.h"
#include "storage/sqlite/sqlite.h"

enum { LINKS_MOST = 8 };

bool home_join(char path[PATH_MAX], const char *begin, const char *end)
{
	size_t length = strnlen(begin, PATH_MAX);
	size_t more = strnlen(end, PATH_MAX);
	if (length + more >= PATH_MAX)
		return false;
	memmove(path, begin, length);
	memcpy(path + length, end, more + 1);
	return true;
}

bool home_read_link(const char *base, char target[PATH_MAX])
{
	ssize_t length = readlink(base, target, PATH_MAX - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	return true;
}

bool home_find(const char *path, struct home *home)
{
	char link[PATH_MAX];
	if (!home_join(home->base, path, ""))
		return false;
	for (unsigned i = 0; i < LINKS_MOST; i++) {
		char *slash = strrchr(home->base, '/');
		const char *name = slash ? slash + 1 : home->base;
		if (snprintf(home->target, sizeof(home->target), "%s" HOME_TAIL "/%s", name,
			    name) >= (int)sizeof(home->target) ||
			!home_join(home->folder, home->base, HOME_TAIL) ||
			!home_join(home->file, home->folder, "/") ||
			!home_join(home->file, home->file, name))
			return false;
		if (!home_read_link(home->base, link) || strcmp(link, home->target) == 0)
			return true;
		/* Follow the link, from the folder of its name if it is relative. */
		if (link[0] == '/' || !slash) {
			if (!home_join(home->base, link, ""))
				return false;
			continue;
		}
		slash[1] = '\0';
		if (!home_join(home->base, home->base, link))
			return false;
	}
	return false;
}

bool home_file(const char *path, char file[PATH_MAX])
{
	struct home home;
	return home_find(path, &home) && home_join(file, home.file, "");
}

bool home_make_folder(const struct home *home)
{
	struct stat folder;
	return mkdir(home->folder, 0700) == 0 ||
		(stat(home->folder, &folder) == 0 && S_ISDIR(folder.st_mode));
}

bool home_create(const char *path)
{
	struct home home;
	return home_find(path, &home) && home_make_folder(&home);
}

bool home_is_newcomer(const struct home *home)
{
	struct stat file;
	return lstat(home->base, &file) == 0 && !S_ISLNK(file.st_mode);
}

bool home_has_newcomer(const char *path)
{
	struct home home;
	return home_find(path, &home) && home_is_newcomer(&home);
}

bool sqlite_is_home_link(const char *path)
{
	struct home home;
	char link[PATH_MAX];
	return home_find(path, &home) && strcmp(home.base, path) == 0 && home_read_link(path, link);
}
