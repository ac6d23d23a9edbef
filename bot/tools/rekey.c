/* tools/rekey.c - `mitaines rekey`: gives a database whose key file is lost another key. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/tools/database.h"
#include "bot/tools/tools.h"

static int rekey(const char *path)
{
	struct store *store;
	struct store_losses lost;
	if (access(path, F_OK) != 0)
		return tools_fail("rekey", path, strerror(errno));
	enum store_error error = store_rekey(path, (int64_t)time(NULL), &store, &lost);
	if (error != STORE_OK)
		return tools_fail("rekey", path, store_error_text(error));
	store_close(store);
	if (!lost.renewed)
		printf("%s: nothing to do: its key file is there\n", path);
	else
		printf("%s: has a new key; matches set aside: %u, passwords dropped: %u\n", path,
			lost.matches, lost.passwords);
	return 0;
}

int rekey_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines rekey [-c FILE]\n"
		"Makes another key for a database whose key file is lost for good. What the lost\n"
		"key sealed is gone: running matches are set aside, people must set their\n"
		"passwords again, and lines that were not sent yet are dropped. Results and\n"
		"ratings stay. Changes nothing while the key file is there.\n"
		"  -c FILE  the configuration that names the database; by default mitaines.db\n";
	bool named = argc == 3 && strcmp(argv[1], "-c") == 0;
	char *path;
	if (argc != 1 && !named)
		return tools_usage(argc, argv, usage);
	if (!database_find(named ? argv[2] : NULL, &path))
		return 1;
	int status = rekey(path);
	free(path);
	return status;
}
