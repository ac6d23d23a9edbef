/* tools/export.c - `mitaines export` and `mitaines backup`: what leaves the database. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/history/record.h"
#include "bot/tools/tools.h"
#include "config/config.h"
#include "storage/matches.h"

/* What the command line asks for. */
struct options {
	const char *command;
	const char *conf; /* NULL: none */
	int64_t match;    /* 0: all */
	const char *copy; /* NULL: not named */
};

/* Prints the record of a match, or the one line that says why not. */
static bool print_match(struct store *store, const struct store_match *match)
{
	struct string out = STRING_EMPTY;
	const char *wrong = history_record(store, match, &out);
	if (wrong == NULL)
		fwrite(out.bytes, 1, out.length, stdout);
	else
		fprintf(stderr, "mitaines export: match %lld: %s\n", (long long)match->id, wrong);
	string_free(&out);
	return wrong == NULL;
}

/* One line on standard error; the exit status. */
static int fail(const struct options *options, const char *where, const char *why)
{
	fprintf(stderr, "mitaines %s: %s: %s\n", options->command, where, why);
	return 1;
}

static int export_one(struct store *store, const struct options *options)
{
	struct store_match match;
	char name[32];
	snprintf(name, sizeof name, "match %lld", (long long)options->match);
	enum store_error error = store_match(store, options->match, &match);
	if (error != STORE_OK)
		return fail(options, name, store_error_text(error));
	if (match.started == 0)
		return fail(options, name, "it has not started");
	return print_match(store, &match) ? 0 : 1;
}

static int export_all(struct store *store, const struct options *options)
{
	struct store_match match = { .id = 0 };
	enum store_error error;
	bool good = true;
	while ((error = store_started(store, &match)) == STORE_OK)
		good &= print_match(store, &match);
	if (error != STORE_NONE)
		return fail(options, "matches", store_error_text(error));
	return good ? 0 : 1;
}

static int export(struct store *store, const struct options *options)
{
	int status = options->match != 0 ? export_one(store, options) : export_all(store, options);
	if (fflush(stdout) != 0 || ferror(stdout))
		return fail(options, "standard output", strerror(errno));
	return status;
}

static int backup(struct store *store, const struct options *options)
{
	enum store_error error = store_backup(store, options->copy);
	return error == STORE_OK ? 0 : fail(options, options->copy, store_error_text(error));
}

/* Opens the database, which must be there, to read it for one of the two. */
static int with_store(const struct options *options, const char *database, bool older,
	int (*run)(struct store *store, const struct options *options))
{
	struct store *store;
	if (access(database, F_OK) != 0)
		return fail(options, database, strerror(errno));
	enum store_error error = store_read(database, older, &store);
	if (error != STORE_OK)
		return fail(options, database, store_error_text(error));
	int status = run(store, options);
	store_close(store);
	return status;
}

/*
 * Finds the database as `run` does: by the configuration, or without one by its default. older: its
 * schema may be an older one.
 */
static int with_database(const struct options *options, bool older,
	int (*run)(struct store *store, const struct options *options))
{
	struct config config;
	struct config_errors errors = { .count = 0 };
	bool loaded = options->conf != NULL ? config_load(options->conf, &config, &errors)
					    : config_defaults(&config);
	int status = 1;
	if (loaded)
		status = with_store(options, config.database, older, run);
	else
		fputs(errors.text != NULL ? errors.text : "mitaines: out of memory\n", stderr);
	config_errors_free(&errors);
	config_free(&config);
	return status;
}

static bool read_id(const char *text, int64_t *id)
{
	char *end;
	errno = 0;
	*id = strtoll(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *id > 0;
}

/* Reads what may follow the command; false: wrong usage. */
static bool read_options(int argc, char **argv, struct options *options)
{
	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;
		if (strcmp(argv[i], "-c") == 0 && more)
			options->conf = argv[++i];
		else if (strcmp(argv[i], "--match") == 0 && more) {
			if (!read_id(argv[++i], &options->match))
				return false;
		} else if (*argv[i] != '-' && *argv[i] != '\0' && options->copy == NULL)
			options->copy = argv[i];
		else
			return false;
	}
	return true;
}

/* True if help is asked for, and nothing else. */
static bool asks_help(int argc, char **argv)
{
	return argc == 2 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0);
}

static int usage(bool asked, const char *text)
{
	fputs(text, asked ? stdout : stderr);
	return asked ? 0 : 2;
}

int export_main(int argc, char **argv)
{
	static const char help[] =
		"usage: mitaines export [-c FILE] [--match N]\n"
		"Prints the records of all matches that were started, or of one, also while the\n"
		"bot runs. Of a match that goes on the root is left out, and of a hand in play\n"
		"the seed, but its cards are in the record: keep that to yourself.\n"
		"  -c FILE    the configuration that names the database; by default mitaines.db\n"
		"  --match N  only that match\n";
	struct options options = { .command = "export" };
	if (asks_help(argc, argv))
		return usage(true, help);
	if (!read_options(argc, argv, &options) || options.copy != NULL)
		return usage(false, help);
	return with_database(&options, false, export);
}

int backup_main(int argc, char **argv)
{
	static const char help[] =
		"usage: mitaines backup [-c FILE] COPY\n"
		"Writes a consistent copy of the database to the file COPY, also while the bot\n"
		"runs. A file that is there is replaced once the copy is whole.\n"
		"  -c FILE  the configuration that names the database; by default mitaines.db\n";
	struct options options = { .command = "backup" };
	if (asks_help(argc, argv))
		return usage(true, help);
	if (!read_options(argc, argv, &options) || options.copy == NULL || options.match != 0)
		return usage(false, help);
	return with_database(&options, true, backup);
}
