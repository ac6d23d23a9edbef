/* first_minute.c - `make run` when other programs have its ports, and a second `make run`. */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "tests/cases.h"
#include "tests/irc/bot.h"
#include "tests/irc/ircd.h"
#include "tests/irc/server.h"

enum { OUTPUT = 16 * 1024, LOOK_US = 20000 };

struct start {
	char folder[FOLDER_PATH];
	char script[PATH_MAX], program[PATH_MAX];
	int irc, web;        /* the first ports that the script tries */
	pid_t pid;           /* 0 if it does not run */
	char output[OUTPUT]; /* everything printed so far */
};

static void port_set(const char *name, int port)
{
	char text[16];
	snprintf(text, sizeof text, "%d", port);
	setenv(name, text, 1);
}

/* Starts the script as `make run` does, in the folder of the test. */
static pid_t start(const struct start *start, const char *log)
{
	pid_t pid = server_fork(start->folder, log);
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	port_set("IRC_PORT", start->irc);
	port_set("WEB_PORT", start->web);
	unsetenv("MITAINES_CONF");
	if (chdir(start->folder) == 0)
		execl(start->script, "run.sh", start->program, (char *)NULL);
	_exit(127);
}

/* Reads what the script has printed. Returns the text behind `part`, or NULL. */
static const char *find(struct start *start, const char *log, const char *part)
{
	char path[PATH_MAX];
	folder_file(start->folder, log, path);
	if (access(path, R_OK) != 0)
		return NULL;
	char *bytes = folder_read(path, NULL);
	snprintf(start->output, sizeof start->output, "%s", bytes);
	free(bytes);
	const char *found = strstr(start->output, part);
	return found != NULL ? found + strlen(part) : NULL;
}

/* Waits until the script has printed `part`. Returns the text behind `part`. */
static const char *await(struct start *start, const char *log, const char *part)
{
	const char *found;
	for (long until = bot_clock() + BOT_PATIENCE; bot_clock() < until; usleep(LOOK_US))
		if ((found = find(start, log, part)) != NULL)
			return found;
	fail_msg("never printed: %s\n%s", part, start->output);
	return NULL;
}

static void stop(struct start *start)
{
	int status = 0;
	kill(start->pid, SIGTERM);
	assert_int_equal(waitpid(start->pid, &status, 0), start->pid);
	start->pid = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static int port_of(const char *text)
{
	return (int)strtol(text, NULL, 10);
}

static int enter(void **state)
{
	static struct start test;
	const char *program = getenv("MITAINES");
	test = (struct start){ .pid = 0 };
	if (program == NULL || realpath("config/run.sh", test.script) == NULL)
		return -1;
	folder_make(test.folder);
	/* The script keeps its lock beside the program. */
	folder_file(test.folder, "mitaines", test.program);
	*state = &test;
	return symlink(program, test.program);
}

static int leave(void **state)
{
	struct start *test = *state;
	if (test->pid != 0) {
		kill(test->pid, SIGTERM);
		waitpid(test->pid, NULL, 0);
	}
	folder_remove(test->folder);
	return 0;
}

#define START_CASE(name) CASE_WITH(name, struct start *test, enter, leave)

START_CASE(taken_ports_are_named_and_the_next_free_ones_used)
{
	char taken[64];
	/* Both sockets listen and never answer. */
	int irc = server_listener(&test->irc), web = server_listener(&test->web);
	test->pid = start(test, "log");
	snprintf(taken, sizeof taken, "Port %d is taken", test->irc);
	await(test, "log", taken);
	snprintf(taken, sizeof taken, "port %d is taken", test->web);
	await(test, "log", taken);
	int page = port_of(
		await(test, "log", "in a browser, against an AI player: http://127.0.0.1:"));
	assert_int_not_equal(page, test->web);
	assert_true(server_listens(page));
	int server = port_of(await(test, "log", "irssi -c 127.0.0.1 -p "));
	assert_int_not_equal(server, test->irc);
	assert_true(server_listens(server));
	await(test, "log", "joined #mitaines");
	stop(test);
	close(irc);
	close(web);
}

START_CASE(a_server_that_welcomes_people_is_used_and_a_second_start_says_how_to_join)
{
	struct ircd server;
	int status = 0;
	ircd_start(&server, IRCD_PLAIN, 0);
	test->irc = server.port;
	test->web = server_free_port();
	test->pid = start(test, "log");
	assert_int_equal(port_of(await(test, "log", "irssi -c 127.0.0.1 -p ")), server.port);
	await(test, "log", "joined #mitaines");

	pid_t second = start(test, "second");
	assert_int_equal(waitpid(second, &status, 0), second);
	assert_int_equal(status, 0);
	int port = port_of(await(
		test, "second", "mitaines runs here already. To play: irssi -c 127.0.0.1 -p "));
	assert_int_equal(port, server.port);
	assert_non_null(find(test, "second", "; in a browser: http://127.0.0.1:"));
	stop(test);
	ircd_end(&server);
}
