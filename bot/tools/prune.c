/* tools/prune.c - `mitaines prune`: removes the journals of old matches. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/tools/database.h"
#include "bot/tools/tools.h"
#include "storage/prune.h"

enum { DAYS_MOST = 100000, DAY = 86400, AT_ONCE = 200 };

struct options {
	const char *conf; /* configuration file; NULL: the defaults */
	int64_t days;     /* age in days of the journals to remove; 0: not given */
};

/* Removes old journals from an existing database. Does not create a missing database. */
static int prune(const char *path, int64_t days)
{
	int64_t now = (int64_t)time(NULL);
	struct store_pruning pruning = { .before = now - days * DAY };
	struct store *store;
	if (access(path, F_OK) != 0)
		return tools_fail("prune", path, strerror(errno));
	enum store_error error = store_open(path, &store);
	if (error == STORE_OWNED)
		return tools_fail(
			"prune", path, "a bot is running on it; use mitaines ctl prune DAYS");
	if (error != STORE_OK)
		return tools_fail("prune", path, store_error_text(error));
	while ((error = store_prune_journals(store, &pruning, now, AT_ONCE)) == STORE_OK)
		;
	store_close(store);
	if (error != STORE_NONE)
		return tools_fail("prune", path, store_error_text(error));
	printf("%s: pruned matches: %u\n", path, pruning.removed);
	return 0;
}

/* Reads the command line. Returns false if it is wrong. */
static bool read_options(int argc, char **argv, struct options *options)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
			options->conf = argv[++i];
		else if (options->days != 0 ||
			!tools_read_number(argv[i], 1, DAYS_MOST, &options->days))
			return false;
	}
	return options->days != 0;
}

int prune_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines prune [-c FILE] DAYS\n"
		"Removes the hands and moves of matches that ended more than DAYS days ago, for\n"
		"good. Players, results, statistics and ratings stay. Stop the bot before, or use\n"
		"`mitaines ctl prune DAYS` while it runs.\n"
		"  -c FILE  the configuration that names the database; by default mitaines.db\n";
	struct options options = { .conf = NULL };
	char *path;
	if (!read_options(argc, argv, &options))
		return tools_usage(argc, argv, usage);
	if (!database_find(options.conf, &path))
		return 1;
	int status = prune(path, options.days);
	free(path);
	return status;
}
