#include "bot/tools/database.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/tools/tools.h"
#include "config/config.h"
#include "storage/home.h"

bool database_find(const char *conf, char **path)
{
	struct config config;
	if (!config_load_or_print(conf, NULL, &config))
		return false;
	char file[PATH_MAX];
	bool there = access(config.database, F_OK) == 0 || !home_file(config.database, file) ||
		access(file, F_OK) != 0;
	*path = memory_copy(there ? config.database : file);
	config_free(&config);
	return true;
}

int database_open(const char *command, const char *path, const char *other, bool older,
	int (*run)(struct store *store, void *context), void *context)
{
	struct store *store;
	if (access(path, F_OK) != 0)
		return tools_fail(command, path, strerror(errno));
	enum store_error error = store_open_read_only(path, older, &store);
	if (error == STORE_OK) {
		error = store_unseal(store, other);
		if (error != STORE_OK)
			store_close(store);
	}
	if (error != STORE_OK)
		return tools_fail(command, path, store_error_text(error));
	int status = run(store, context);
	store_close(store);
	return status;
}

int database_read(const char *command, const char *conf, bool older,
	int (*run)(struct store *store, void *context), void *context)
{
	char *path;
	if (!database_find(conf, &path))
		return 1;
	int status = database_open(command, path, NULL, older, run, context);
	free(path);
	return status;
}
