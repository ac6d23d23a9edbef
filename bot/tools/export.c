/* tools/export.c - `mitaines export`: prints records of stored matches. */
#include <stdio.h>
#include <string.h>

#include "bot/history/record.h"
#include "bot/tools/database.h"
#include "bot/tools/tools.h"
#include "storage/matches.h"

struct options {
	const char *conf; /* configuration file; NULL: the defaults */
	int64_t match;    /* number of the match; 0: all matches */
};

/* Prints the record of a match, or an error. */
static bool print_match(struct store *store, const struct store_match *match)
{
	struct string out = STRING_EMPTY;
	enum store_error error = history_write_dealt_record(store, match, &out);
	if (error == STORE_OK)
		fwrite(out.bytes, 1, out.length, stdout);
	else
		fprintf(stderr, "mitaines export: match %lld: %s\n", (long long)match->id,
			store_error_text(error));
	string_free(&out);
	return error == STORE_OK;
}

static int export(struct store *store, void *context)
{
	const struct options *options = context;
	struct store_match match = { .id = 0 };
	enum store_error error;
	bool good = true;
	unsigned pruned = 0;
	char name[32];
	if (options->match != 0) {
		snprintf(name, sizeof name, "match %lld", (long long)options->match);
		error = store_get_match(store, options->match, &match);
		if (error != STORE_OK)
			return tools_fail("export", name, store_error_text(error));
		if (match.started == 0)
			return tools_fail("export", name, "this match has not started");
		return print_match(store, &match) ? 0 : 1;
	}
	while ((error = store_next_started_match(store, &match)) == STORE_OK)
		if (match.pruned != 0)
			pruned++;
		else
			good &= print_match(store, &match);
	if (pruned > 0)
		fprintf(stderr, "mitaines export: left out pruned matches: %u\n", pruned);
	if (error != STORE_NONE)
		return tools_fail("export", "matches", store_error_text(error));
	return good ? 0 : 1;
}

/* Reads the command line. Returns false if it is wrong. */
static bool read_options(int argc, char **argv, struct options *options)
{
	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;
		if (strcmp(argv[i], "-c") == 0 && more)
			options->conf = argv[++i];
		else if (strcmp(argv[i], "--match") == 0 && more) {
			if (!tools_read_number(argv[++i], 1, INT64_MAX, &options->match))
				return false;
		} else
			return false;
	}
	return true;
}

int export_main(int argc, char **argv)
{
	static const char usage[] =
		"usage: mitaines export [-c FILE] [--match N]\n"
		"Prints the records of all matches that were started, or of one, also while the\n"
		"bot runs. The record of a running match lacks its root, and the seed of the hand\n"
		"in play, but has all cards of that hand: keep it to yourself.\n"
		"  -c FILE    the configuration that names the database; by default mitaines.db\n"
		"  --match N  only that match\n";
	struct options options = { .conf = NULL };
	if (!read_options(argc, argv, &options))
		return tools_usage(argc, argv, usage);
	return database_read("export", options.conf, false, export, &options);
}
