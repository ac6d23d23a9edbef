/*
 * terminal.c - runs `mitaines play` in a terminal while a person types; in each run one call fails.
 * For the environment variable TORTURE see torture_each in torture.h.
 *
 * The program must exit by itself, with a message if it cannot play, and restore the terminal.
 */
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bot/app/play.h"
#include "tests/torture/torture.h"

/* BEGIN is the longest time until the window appears, and ANSWER the pause in the output after
 * which the next input is typed, in milliseconds. SECONDS is the longest run. */
enum { SAMPLE = 40, SECONDS = 60, BEGIN = 5000, ANSWER = 100, SHOWN = 1 << 16 };

/* Exit status of `play` below if the program did not restore the terminal. */
enum { UNRESTORED = 98 };

/* The person's input: completion, history, words with multi-byte characters, a move, and quit. */
static const char *const typed[] = {
	"hist\t\r",
	"h\t",
	"\025\t",
	"rules\r",
	" ",
	"\025p\xc3\xafng\033[D\033[Hx\033[3~\r",
	"\033[A\033[A\r",
	"p 1\r",
	"table\r",
	"quit\r",
};

struct terminal {
	int master, slave;
	atomic_bool over;
	struct torture_run *run;
	/* The program's output, in memory that the test shares with the process of the run. */
	char *shown;
};

/* Reads more output of the program. Returns false if none comes within `wait` ms. */
static bool read_more(struct terminal *terminal, size_t *length, int wait)
{
	struct pollfd ready = { .fd = terminal->master, .events = POLLIN };
	char bytes[4096];
	if (poll(&ready, 1, wait) <= 0)
		return false;
	ssize_t got = read(terminal->master, bytes, sizeof bytes);
	for (ssize_t i = 0; i < got && *length < SHOWN - 1; i++)
		terminal->shown[(*length)++] = bytes[i];
	terminal->shown[*length] = '\0';
	return got > 0;
}

/* Types the next input whenever output pauses, and at last Enter and end-of-file in turn. */
static void *type(void *context)
{
	struct terminal *terminal = context;
	size_t length = 0, keys = 0;
	for (unsigned silence = 0;;) {
		if (read_more(terminal, &length, ANSWER))
			continue;
		if (atomic_load(&terminal->over))
			return NULL;
		if (length == 0 && silence++ < BEGIN / ANSWER)
			continue;
		const char *next = keys < sizeof typed / sizeof *typed ? typed[keys]
			: keys % 2 == 0                                ? "\r"
								       : "\004";
		keys++;
		torture_must(write(terminal->master, next, strlen(next)) > 0, "write");
	}
}

/* Runs `mitaines play` in the process with the failing call. */
static int play(void *context)
{
	struct terminal *terminal = context;
	char *argv[] = { (char *)"play", (char *)"-u", (char *)"anna", (char *)"-s", (char *)"3",
		NULL };
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	struct termios before, after;
	pthread_t typist;
	torture_must(
		openpty(&terminal->master, &terminal->slave, NULL, NULL, &size) == 0, "openpty");
	torture_must(dup2(terminal->slave, 0) == 0 && dup2(terminal->slave, 1) == 1 &&
			dup2(terminal->slave, 2) == 2,
		"dup2");
	torture_must(tcgetattr(terminal->slave, &before) == 0, "tcgetattr");
	torture_must(pthread_create(&typist, NULL, type, terminal) == 0, "pthread_create");
	int status = play_main(5, argv);
	atomic_store(&terminal->over, true);
	pthread_join(typist, NULL);
	torture_must(tcgetattr(terminal->slave, &after) == 0, "tcgetattr");
	return before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag &&
			before.c_oflag == after.c_oflag
		? status
		: UNRESTORED;
}

/* Returns the text of the run's fault, or NULL if all was well. */
static const char *judge(const struct terminal *terminal)
{
	int status = terminal->run->status;
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? "hangs" : strsignal(WTERMSIG(status));
	switch (WEXITSTATUS(status)) {
	case 0:
		return terminal->run->fails == 0 && strstr(terminal->shown, "anna plays") == NULL
			? "nothing is played without any failure"
			: NULL;
	case 1: return terminal->shown[0] == '\0' ? "ends, and says not why" : NULL;
	case TORTURE_SANITIZED: return "is not clean, says a sanitizer";
	case UNRESTORED: return "leaves the terminal as it is not to be";
	default: return "ends with an odd status";
	}
}

/* Runs once, with the call of that number failing. Returns true if all was well. */
static bool fail_once(void *context, uint64_t number, bool maps)
{
	struct terminal *terminal = context;
	struct torture_run *run = terminal->run;
	run->fails = number;
	run->maps = maps;
	terminal->shown[0] = '\0';
	torture_must(torture_run(run, play, terminal, SECONDS), "fork");
	const char *wrong = judge(terminal);
	if (wrong != NULL)
		printf("terminal: %s: call %llu, %s\n%s\n", wrong, (unsigned long long)number,
			run->failed, terminal->shown);
	return wrong == NULL;
}

int main(void)
{
	struct terminal terminal = { .run = torture_open() };
	unsigned runs = 0;
	void *shown = mmap(NULL, SHOWN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	torture_must(terminal.run != NULL && shown != MAP_FAILED, "terminal");
	terminal.shown = shown;
	setenv("TERM", "xterm", 1);
	torture_libraries(NULL);
	unsigned wrong = torture_each(
		&(struct torture_subject){ "terminal", terminal.run, SAMPLE, fail_once, &terminal },
		&runs);
	return torture_end(runs, wrong);
}
