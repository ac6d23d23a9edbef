/* bot.c - starts, stops and kills the bot as a process of its own. */
#include "tests/irc/bot.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "tests/irc/ircd.h"
#include "tests/irc/server.h"

/* BOT_LOOK: milliseconds between polls of the log. */
enum { BOT_LOOK = 2, BOT_ARGUMENTS = 16 };

long bot_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

/* ---- folder and configuration ---- */

void bot_open(struct bot *bot)
{
	bot->pid = 0;
	bot->haste = 0;
	bot->output[0] = '\0';
	folder_make(bot->folder);
	folder_file(bot->folder, "test.conf", bot->configuration);
	folder_file(bot->folder, "test.db", bot->database);
}

void bot_close(struct bot *bot)
{
	bot_kill(bot);
	folder_remove(bot->folder);
}

int bot_enter(void **state)
{
	struct bot *bot = malloc(sizeof *bot);
	assert_non_null(bot);
	bot_open(bot);
	*state = bot;
	return 0;
}

int bot_leave(void **state)
{
	bot_close(*state);
	free(*state);
	return 0;
}

void bot_configure(struct bot *bot, const char *format, ...)
{
	FILE *file = fopen(bot->configuration, "w");
	va_list rest;
	assert_non_null(file);
	va_start(rest, format);
	vfprintf(file, format, rest);
	va_end(rest);
	/* The file may contain a password. */
	fchmod(fileno(file), 0600);
	assert_int_equal(fclose(file), 0);
}

void bot_configure_networks(struct bot *bot, const char *networks)
{
	bot_configure(bot,
		"database = \"test.db\";\ncards = \"ascii\";\nturn_seconds = 3600;\n"
		"minimum_matches = 1; rated_length = 0;\nthink_seconds = 0;\nlog = "
		"\"debug\";\nnetworks = ( %s );\n",
		networks);
}

void bot_network(char *entry, size_t size, const char *name, int port, const char *channels,
	const char *rest)
{
	int length = snprintf(entry, size,
		"{ name = \"%s\"; host = \"127.0.0.1\"; port = %d; channels = ( %s );"
		" pace = { burst = 0; per_second = 0.0; }; %s }",
		name, port, channels, rest);
	assert_in_range(length, 1, size - 1);
}

/* ---- processes ---- */

static const char *bot_program(void)
{
	const char *program = getenv("MITAINES");
	return program != NULL ? program : "build/mitaines";
}

/* Starts the program with its output in fd. Returns the process id. */
static pid_t bot_fork(const struct bot *bot, const char *const *arguments, int fd)
{
	/* execv takes char *const[] but does not change the strings. */
	char *list[BOT_ARGUMENTS] = { (char *)"mitaines" };
	for (unsigned i = 0; arguments[i] != NULL; i++) {
		assert_in_range(i + 1, 1, BOT_ARGUMENTS - 2);
		list[i + 1] = (char *)arguments[i];
	}
	pid_t parent = getpid();
	pid_t pid = server_fork(NULL, NULL);
	if (pid == 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		ircd_hasten(bot->haste);
		if (getppid() == parent)
			execv(bot_program(), list);
		_exit(127);
	}
	close(fd);
	return pid;
}

/* Waits for a process to end. Returns its exit status, or -1 after a signal or a timeout. */
static int bot_reap(pid_t pid)
{
	int status = 0;
	struct pollfd process = { .fd = pidfd_open(pid, 0), .events = POLLIN };
	bool ended = process.fd >= 0 && poll(&process, 1, BOT_PATIENCE) == 1;
	close(process.fd);
	if (!ended)
		kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		print_error("the bot %s: signal %d\n", ended ? "was killed" : "does not end",
			WTERMSIG(status));
	return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void bot_start(struct bot *bot)
{
	char path[PATH_MAX];
	folder_file(bot->folder, "log", path);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	bot->pid =
		bot_fork(bot, (const char *[]){ "run", "-r", "-c", bot->configuration, NULL }, fd);
}

void bot_kill(struct bot *bot)
{
	server_kill(&bot->pid);
}

int bot_wait(struct bot *bot)
{
	assert_true(bot->pid > 0);
	int status = bot_reap(bot->pid);
	bot->pid = 0;
	return status;
}

int bot_stop(struct bot *bot)
{
	assert_true(bot->pid > 0);
	kill(bot->pid, SIGTERM);
	return bot_wait(bot);
}

/* ---- output ---- */

/* Reads a file from its beginning, as much as fits, and adds a NUL. */
static void bot_read(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
	text[length] = '\0';
	if (file != NULL)
		fclose(file);
}

bool bot_logged(const struct bot *bot, const char *part, int milliseconds)
{
	char path[PATH_MAX];
	static const size_t size = 256 * 1024;
	long deadline = bot_clock() + milliseconds;
	folder_file(bot->folder, "log", path);
	char *log = malloc(size);
	assert_non_null(log);
	bool found = false;
	for (;;) {
		bot_read(path, log, size);
		found = strstr(log, part) != NULL;
		if (found || bot_clock() >= deadline)
			break;
		poll(NULL, 0, BOT_LOOK);
	}
	free(log);
	return found;
}

void bot_tell(const struct bot *bot)
{
	server_explain(bot->folder, "log");
}

int bot_command(struct bot *bot, const char *const *arguments)
{
	char path[PATH_MAX];
	folder_file(bot->folder, "output", path);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	int status = bot_reap(bot_fork(bot, arguments, fd));
	bot_read(path, bot->output, sizeof bot->output);
	return status;
}
