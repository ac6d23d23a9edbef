/* tools/backup.c - `mitaines backup` and `mitaines restore`: checked copies of the database. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/json.h"
#include "bot/history/record.h"
#include "bot/tools/database.h"
#include "bot/tools/tools.h"
#include "engine/text.h"
#include "storage/home.h"

/* NEWEST: number of matches replayed to check a copy. KEEP_MOST: maximum number of kept copies. */
enum { NEWEST = 20, KEEP_MOST = 1000 };

struct options {
	const char *command;
	const char *conf; /* configuration file; NULL: the defaults */
	const char *file; /* file of the copy; NULL: not named */
	int64_t keep;     /* number of copies to keep */
	bool json;
	const char *path; /* path of the database */
	/* numbers of rows in the checked copy */
	int64_t matches, people;
	bool replaced; /* restore has kept the former database as PATH.replaced */
	bool homed;    /* the present database lies in its folder, see home.h */
};

/* Prints an error line. Returns false. */
static bool refuse(const char *command, const char *where, const char *why)
{
	tools_fail(command, where, why);
	return false;
}

/* Replays a match. Returns false after printing an error. */
static bool plays(struct store *store, const char *command, const struct store_match *match)
{
	struct string out = STRING_EMPTY;
	char name[32];
	snprintf(name, sizeof name, "match %lld", (long long)match->id);
	enum store_error error = history_write_record(store, match, &out);
	string_free(&out);
	return error == STORE_OK || refuse(command, name, store_error_text(error));
}

/* Replays the newest matches. Returns false after printing an error. */
static bool check_newest_matches(struct store *store, const char *command)
{
	int64_t id = 0;
	unsigned played = 0;
	bool sound = true;
	if (store_get_newest_match(store, &id) != STORE_OK)
		return refuse(command, "matches", store_error_text(STORE_DAMAGED));
	for (; id > 0 && played < NEWEST && sound; id--) {
		struct store_match match;
		/* A match without moves, with a damaged journal or a pruned one is not replayed. */
		if (store_get_match(store, id, &match) != STORE_OK || match.started == 0 ||
			match.state == STORE_SET_ASIDE || match.pruned != 0)
			continue;
		sound = plays(store, command, &match);
		played++;
	}
	return sound;
}

static int inspect(struct store *store, void *context)
{
	struct options *options = context;
	enum store_error error = store_check_integrity(store);
	if (error == STORE_OK)
		error = store_count_rows(store, &options->matches, &options->people);
	if (error != STORE_OK)
		return tools_fail(options->command, "the copy", store_error_text(error));
	return 0;
}

/*
 * True if a copy is undamaged and its newest matches can be replayed. Does not replay them if the
 * copy must be upgraded first.
 */
static bool is_intact(struct options *options, const char *copy)
{
	struct store *store;
	if (database_open(options->command, copy, NULL, true, inspect, options) != 0)
		return false;
	enum store_error error = store_open_read_only(copy, false, &store);
	if (error != STORE_OK)
		return error == STORE_OLDER ||
			refuse(options->command, copy, store_error_text(error));
	bool sound = check_newest_matches(store, options->command);
	store_close(store);
	return sound;
}

/*
 * Writes the path of a copy: COPY for number 0, else COPY.1 and so on. Returns false if the path is
 * too long.
 */
static bool numbered(const char *copy, int64_t number, char path[PATH_MAX])
{
	struct text text = text_in(path, PATH_MAX);
	text_add(&text, copy);
	if (number > 0) {
		text_char(&text, '.');
		text_number(&text, number);
	}
	return !text.cut;
}

static bool accepts_backup(void *context, const char *copy)
{
	struct options *options = context;
	char from[PATH_MAX], to[PATH_MAX];
	if (!is_intact(options, copy))
		return false;
	/* Make room: give each copy the next number, and delete the last one. */
	for (int64_t n = options->keep - 1; n > 0; n--) {
		if (!numbered(options->file, n - 1, from) || !numbered(options->file, n, to))
			return refuse(options->command, options->file, "the path is too long");
		if (rename(from, to) != 0 && errno != ENOENT)
			return refuse(options->command, to, strerror(errno));
	}
	return true;
}

static int copy(struct store *store, const struct options *options, const char *path,
	const struct store_judge *judge)
{
	enum store_error error = store_backup(store, path, judge);
	/* The check of the copy has printed the error. */
	if (error == STORE_REFUSED)
		return 1;
	return error == STORE_OK ? 0 : tools_fail(options->command, path, store_error_text(error));
}

static int backup(struct store *store, void *context)
{
	struct options *options = context;
	const struct store_judge judge = { .accepts = accepts_backup, .context = options };
	struct stat file = { .st_size = 0 };
	struct string text = STRING_EMPTY, out = STRING_EMPTY;
	int status = copy(store, options, options->file, &judge);
	if (status != 0)
		return status;
	stat(options->file, &file);
	string_add(&text, options->file);
	string_add(&text, ": written and checked, bytes: ");
	string_add_number(&text, file.st_size);
	string_add(&text, ", matches: ");
	string_add_number(&text, options->matches);
	string_add(&text, ", people: ");
	string_add_number(&text, options->people);
	json_begin_list(&out, NULL);
	json_begin_object(&out, NULL);
	json_text(&out, "key", "backup.done");
	json_text(&out, "copy", options->file);
	json_number(&out, "bytes", file.st_size);
	json_number(&out, "matches", options->matches);
	json_number(&out, "people", options->people);
	json_text(&out, "text", text.bytes);
	json_end(&out, '}');
	json_end(&out, ']');
	puts(options->json ? out.bytes : text.bytes);
	string_free(&text);
	string_free(&out);
	return 0;
}

static bool accepts_restore(void *context, const char *copy)
{
	struct options *options = context;
	char folder[PATH_MAX], aside[PATH_MAX];
	struct stat owner;
	const char *slash = strrchr(options->path, '/');
	struct text text = text_in(folder, sizeof folder);
	if (!is_intact(options, copy))
		return false;
	text_bytes(&text, slash != NULL ? options->path : ".",
		slash != NULL ? (size_t)(slash - options->path) + 1 : 1);
	/* A copy that root restores gets the owner of the database, or else of its folder. */
	if (stat(options->path, &owner) != 0 && stat(folder, &owner) != 0)
		return refuse(options->command, folder, strerror(errno));
	if (geteuid() == 0 && chown(copy, owner.st_uid, owner.st_gid) != 0)
		return refuse(options->command, copy, strerror(errno));
	/* Keep the replaced database under another name. */
	text = text_in(aside, sizeof aside);
	text_add(&text, options->path);
	text_add(&text, ".replaced");
	if (text.cut)
		return refuse(options->command, options->path, "the path is too long");
	options->homed = !home_has_newcomer(options->path) && access(options->path, F_OK) == 0;
	if (options->homed)
		return true; /* the folder keeps its database until the bot starts and sets it aside
			      */
	unlink(aside);
	options->replaced = link(options->path, aside) == 0;
	return options->replaced || errno == ENOENT ||
		refuse(options->command, aside, strerror(errno));
}

static int restore(struct store *store, void *context)
{
	struct options *options = context;
	const struct store_judge judge = { .accepts = accepts_restore, .context = options };
	int status = copy(store, options, options->path, &judge);
	if (status != 0)
		return status;
	printf("%s: restored from %s, matches: %lld, people: %lld\n", options->path, options->file,
		(long long)options->matches, (long long)options->people);
	if (options->replaced)
		printf("the database that was there is now %s.replaced\n", options->path);
	else if (options->homed)
		printf("the database that is in use becomes %s.replaced at the next start of the "
		       "bot\n",
			options->path);
	puts("the next start of the bot sets the matches aside that were under way in the copy");
	return 0;
}

/* Reads the command line. Returns false if it is wrong. */
static bool read_options(int argc, char **argv, struct options *options)
{
	bool keeps = strcmp(options->command, "backup") == 0;
	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;
		if (strcmp(argv[i], "-c") == 0 && more)
			options->conf = argv[++i];
		else if (keeps && strcmp(argv[i], "--keep") == 0 && more) {
			if (!tools_read_number(argv[++i], 1, KEEP_MOST, &options->keep))
				return false;
		} else if (keeps && strcmp(argv[i], "--json") == 0)
			options->json = true;
		else if (*argv[i] != '-' && *argv[i] != '\0' && options->file == NULL)
			options->file = argv[i];
		else
			return false;
	}
	return options->file != NULL;
}

int backup_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines backup [-c FILE] [--keep N] [--json] COPY\n"
		"Writes a consistent copy of the database to the file COPY, also while the bot\n"
		"runs, checks it (reads all of it and replays the newest 20 matches), and prints\n"
		"its path, its size and the numbers of its matches and people.\n"
		"Only a sound copy replaces an older one. A copy contains the key to its hands "
		"and\n"
		"passwords: keep it to yourself.\n"
		"  -c FILE   the configuration that names the database; by default mitaines.db\n"
		"  --keep N  keeps the N newest: COPY, and before it COPY.1, COPY.2 and so on\n"
		"  --json    answers as an array of objects\n";
	struct options options = { .command = "backup", .keep = 1 };
	if (!read_options(argc, argv, &options))
		return tools_usage(argc, argv, usage);
	return database_read("backup", options.conf, true, backup, &options);
}

int restore_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines restore [-c FILE] COPY\n"
		"Checks a copy as `backup` does, puts it in the place of the database, and prints\n"
		"what it did. Stop the bot before. The database that was there is kept beside it,\n"
		"as mitaines.db.replaced.\n"
		"  -c FILE  the configuration that names the database; by default mitaines.db\n";
	struct options options = { .command = "restore" };
	char *path;
	char file[PATH_MAX];
	if (!read_options(argc, argv, &options))
		return tools_usage(argc, argv, usage);
	if (!database_find(options.conf, &path))
		return 1;
	options.path = path;
	/* The copy may be an earlier state of this database, and then has the same key. */
	bool homed = home_file(path, file);
	int status = database_open(
		"restore", options.file, homed ? file : NULL, true, restore, &options);
	free(path);
	return status;
}
