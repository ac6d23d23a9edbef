/* main.c - runs the command that the command line names. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/app/play.h"
#include "bot/app/run.h"
#include "bot/tools/tools.h"
#include "bot/web/web_main.h"

static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *does;
} commands[] = {
	{ "run", run_main, "runs the bot, in the foreground" },
	{ "check", check_main, "reads the configuration and prints every error in it" },
	{ "web", web_main, "serves pages of the ladder, players, matches and tables" },
	{ "play", play_main, "opens a table in this terminal against AI players" },
	{ "replay", replay_main, "replays record files by the rules" },
	{ "verify", verify_main, "replays them and checks how their decks were shuffled" },
	{ "review", review_main, "tells where points were lost in a match" },
	{ "perft", perft_main, "counts legal sequences of moves" },
	{ "export", export_main, "prints records from the database" },
	{ "backup", backup_main, "makes a consistent copy of the database" },
	{ "restore", restore_main, "puts a copy in the place of the database" },
	{ "rekey", rekey_main, "makes another key for a database whose key file is lost" },
	{ "prune", prune_main, "removes the moves of old matches" },
	{ "ctl", ctl_main, "gives orders to the running bot" },
};

static void usage(FILE *out)
{
	fputs("usage: mitaines COMMAND [ARGUMENT ...]\n", out);
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		fprintf(out, "  %-7s %s\n", commands[i].name, commands[i].does);
	fputs("mitaines COMMAND -h explains each.\n", out);
}

/*
 * Returns the exit status of the program: `status`, or a failure if standard output could not be
 * written, because the output may be incomplete.
 */
static int settle(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "mitaines: standard output: %s\n", strerror(errno));
	return status > 0 ? status : 1;
}

static int answer(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return 2;
	}
	if (sodium_init() < 0) {
		fputs("mitaines: no random numbers from the system\n", stderr);
		return 1;
	}
	/* The commands know only -h, so replace --help by it. */
	if (argc == 3 && strcmp(argv[2], "--help") == 0)
		memcpy(argv[2], "-h", sizeof "-h");
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(commands[i].name, argv[1]) == 0)
			return commands[i].main(argc - 1, argv + 1);
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0 ||
		strcmp(argv[1], "help") == 0) {
		usage(stdout);
		return 0;
	}
	if (strcmp(argv[1], "-V") == 0 || strcmp(argv[1], "--version") == 0) {
		puts("mitaines " VERSION);
		return 0;
	}
	usage(stderr);
	return 2;
}

int main(int argc, char **argv)
{
	return settle(answer(argc, argv));
}
