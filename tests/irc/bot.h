/* bot.h - the bot as a program of its own: started, killed and questioned by a test. */
#ifndef TESTS_IRC_BOT_H
#define TESTS_IRC_BOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"

/* BOT_ENTRY: room for an entry of `networks`. */
enum { BOT_OUTPUT = 16 * 1024, BOT_ENTRY = 1024 };

/* What every test is ready to wait for anything, in milliseconds: enough for a busy machine. */
enum { BOT_PATIENCE = 60000 };

struct bot {
	char folder[FOLDER_PATH];
	char configuration[PATH_MAX];
	char database[PATH_MAX]; /* "test.db" in the folder */
	unsigned haste;          /* how many times as fast its time runs; 0: as usual */
	pid_t pid;               /* 0: it does not run */
	char output[BOT_OUTPUT]; /* of the last bot_command */
};

/* Makes the bot's folder. */
void bot_open(struct bot *bot);
/* Ends the bot if it runs, and removes its folder. */
void bot_close(struct bot *bot);

/* Writes the configuration. */
void bot_configure(struct bot *bot, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Writes one that has these entries of `networks` and fits tests: cards as ASCII and no hurry.
 */
void bot_configure_networks(struct bot *bot, const char *networks);
/* An entry of `networks` for 127.0.0.1, not paced; rest: more of its settings, or "". */
void bot_network(char *entry, size_t size, const char *name, int port, const char *channels,
	const char *rest);

/* Starts `run`; its log goes to the folder. It ends with the test at the latest. */
void bot_start(struct bot *bot);
/* True if the log of this run has a line with part, or gets one within so many milliseconds. */
bool bot_logged(const struct bot *bot, const char *part, int milliseconds);
/* Ends the bot at once, as in a crash. */
void bot_kill(struct bot *bot);
/* Waits until the bot ends by itself; its exit status, or -1 when a signal ended it. */
int bot_wait(struct bot *bot);
/* Asks the bot to leave and waits likewise. */
int bot_stop(struct bot *bot);

/*
 * Runs the program with arguments, the last NULL, to its end; returns its exit status, or -1. What
 * it wrote is in output.
 */
int bot_command(struct bot *bot, const char *const *arguments);

/* Milliseconds on a clock that never goes back. */
long bot_clock(void);
/* Writes the log to standard error, to explain a failed test. */
void bot_tell(const struct bot *bot);

#endif
