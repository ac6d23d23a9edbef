/* bot.h - starts, stops and kills the bot as a process of its own, and runs its commands. */
#ifndef TESTS_IRC_BOT_H
#define TESTS_IRC_BOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/cases.h"
#include "tests/folder.h"

/* BOT_ENTRY: size of an entry of `networks` in bytes. */
enum { BOT_OUTPUT = 16 * 1024, BOT_ENTRY = 1024 };

/* Timeout of every wait in tests, in milliseconds; long enough for a busy machine. */
enum { BOT_PATIENCE = 60000 };

struct bot {
	char folder[FOLDER_PATH];
	char configuration[PATH_MAX];
	char database[PATH_MAX]; /* "test.db" in the folder */
	unsigned haste;          /* factor by which its clock is faster; 0 for real time */
	pid_t pid;               /* 0 if it does not run */
	char output[BOT_OUTPUT]; /* output of the last bot_command */
};

/* Creates the bot's folder. */
void bot_open(struct bot *bot);
/* Ends the bot if it runs, and removes its folder. */
void bot_close(struct bot *bot);

/* Test setup for cmocka: bot_open; *state is the bot. */
int bot_enter(void **state);
int bot_leave(void **state);

void bot_configure(struct bot *bot, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a configuration with these entries of `networks`: ASCII cards, long turns, instant AI
 * players. */
void bot_configure_networks(struct bot *bot, const char *networks);
/* Writes an entry of `networks` for 127.0.0.1, without pacing. `rest` has more settings, or is
 * "". */
void bot_network(char *entry, size_t size, const char *name, int port, const char *channels,
	const char *rest);

/* Starts `run`, which logs to the folder. The bot is killed when the test's process ends. */
void bot_start(struct bot *bot);
/* Returns true if the log of this run has `part`, or gets it within so many milliseconds. */
bool bot_logged(const struct bot *bot, const char *part, int milliseconds);
/* Kills the bot with SIGKILL, as in a crash. */
void bot_kill(struct bot *bot);
/* Waits until the bot ends. Returns its exit status, or -1 if a signal ended it. */
int bot_wait(struct bot *bot);
/* Sends SIGTERM and waits until the bot ends. Returns like bot_wait. */
int bot_stop(struct bot *bot);

/* Runs a command of the program, with arguments ended by NULL, and keeps its output. Returns its
 * exit status, or -1 if a signal ended it. */
int bot_command(struct bot *bot, const char *const *arguments);

/* Returns milliseconds of the monotonic clock. */
long bot_clock(void);
/* Writes the log to standard error, to explain a failed test. */
void bot_tell(const struct bot *bot);

#endif
