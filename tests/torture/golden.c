/*
 * golden.c - golden SESSION.in... : plays the golden sessions; in each run one call fails. Without
 * arguments it plays all of them.
 *
 * A way is a stack that leads to a call that can fail. By default, some new ways of each session
 * are tried, always the same ones; TORTURE_SHIFT=n selects others. TORTURE=ways tries all ways,
 * TORTURE=calls every call of every session, and TORTURE=n only the n-th call; it then prints the
 * session.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include "tests/torture/torture.h"

enum { SAMPLE = 2, SECONDS = 60, LINE = 4096, TEXT = 1 << 20 };

int bot_main(int argc, char **argv);
int tests_golden_channel(int argc, char **argv);

struct session {
	const char *name;   /* its path without .in */
	const char *folder; /* folder of the run */
	wordexp_t words;    /* its command line */
	long input;         /* offset of the typed input in the file */
	char *expected, *heard;
	struct torture_run *run;
};

static void must(bool holds, const char *what)
{
	if (holds)
		return;
	perror(what);
	exit(2);
}

static char *text_of(const char *path, char *text)
{
	FILE *file = fopen(path, "r");
	must(file != NULL, path);
	text[fread(text, 1, TEXT - 1, file)] = '\0';
	fclose(file);
	return text;
}

static const char *path_of(const struct session *session, const char *tail)
{
	static char path[PATH_MAX];
	snprintf(path, sizeof path, "%s%s", session->name, tail);
	return path;
}

static bool always(void)
{
	return true;
}

/* Runs in the process with the failing call. */
static int play(void *context)
{
	const struct session *session = context;
	char **argv = session->words.we_wordv;
	int in = open(path_of(session, ".in"), O_RDONLY);
	must(in >= 0 && lseek(in, session->input, SEEK_SET) >= 0, session->name);
	must(chdir(session->folder) == 0, session->folder);
	int out = open("session", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
	must(dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2, "session");
	close(in);
	close(out);
	torture_spare(always);
	torture_libraries(NULL);
	torture_spare(NULL);
	bool channel = strcmp(argv[0], "channel") == 0;
	return (channel ? tests_golden_channel : bot_main)((int)session->words.we_wordc, argv);
}

/* Returns true if text has this line. */
static bool has_line(const char *text, const char *line, size_t length)
{
	for (const char *at = text; (at = strstr(at, line)) != NULL; at++)
		if ((at == text || at[-1] == '\n') && at[length] == '\n')
			return true;
	return false;
}

/* Returns the first line that is not in the expected output, or NULL. */
static const char *new_line(const struct session *session)
{
	static char line[LINE];
	for (const char *at = session->heard; *at != '\0'; at += *at == '\n') {
		size_t length = strcspn(at, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, at);
		if (length > 0 && !has_line(session->expected, line, strlen(line)))
			return line;
		at += length;
	}
	return NULL;
}

/* Returns the fault of the run, or NULL. */
static const char *judge(const struct session *session, const char *line)
{
	int status = session->run->status;
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? "hangs" : "is ended by a signal";
	if (WEXITSTATUS(status) == TORTURE_SANITIZED || strstr(session->heard, "runtime error:"))
		return "is not clean, says a sanitizer";
	if (WEXITSTATUS(status) > 2)
		return "ends with an odd status";
	if (line != NULL && strstr(line, "damaged") != NULL)
		return "blames the database";
	if (strcmp(session->heard, session->expected) != 0 && line == NULL)
		return "says less, and not why";
	return NULL;
}

/* Plays the session once with one failing call. Returns true if the run is as it should be. */
static bool fail_once(struct session *session, uint64_t number, bool maps)
{
	struct torture_run *run = session->run;
	char path[PATH_MAX];
	run->fails = number;
	run->maps = maps;
	must(torture_run(run, play, session, SECONDS), "fork");
	snprintf(path, sizeof path, "%s/session", session->folder);
	text_of(path, session->heard);
	size_t length = strlen(session->heard);
	const char *line = new_line(session);
	if (WIFEXITED(run->status) && WEXITSTATUS(run->status) != 0)
		snprintf(session->heard + length, TEXT - length, "exit %d\n",
			WEXITSTATUS(run->status));
	const char *wrong = judge(session, line);
	if (wrong != NULL)
		printf("%s %s: call %llu, %s\n", session->name, wrong, (unsigned long long)number,
			run->failed);
	if (getenv("TORTURE_TELL") != NULL)
		printf("%s %llu %s: %s\n", session->name, (unsigned long long)number, run->failed,
			line != NULL                                             ? line
				: strcmp(session->heard, session->expected) != 0 ? "(less)"
										 : "(same)");
	if (wrong != NULL && strtoull(torture_word(), NULL, 10) > 0)
		fputs(session->heard, stdout);
	return wrong == NULL;
}

static void open_session(
	struct session *session, struct torture_run *run, const char *folder, char *name)
{
	static char expected[TEXT], heard[TEXT];
	char line[LINE];
	FILE *file = fopen(name, "r");
	must(file != NULL && fgets(line, sizeof line, file) != NULL, name);
	*session = (struct session){ .name = name,
		.folder = folder,
		.run = run,
		.input = ftell(file),
		.expected = expected,
		.heard = heard };
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	must(strncmp(line, "$ ", 2) == 0 && wordexp(line + 2, &session->words, 0) == 0, name);
	*strrchr(name, '.') = '\0';
	text_of(path_of(session, ".out"), expected);
}

/* Returns the number of faulty runs. */
static unsigned torture(struct session *session, unsigned *runs)
{
	static uint64_t way[TORTURE_WAYS];
	const char *word = torture_word();
	uint64_t single = strtoull(word, NULL, 10);
	bool every = strcmp(word, "calls") == 0;
	if (single > 0)
		return !fail_once(session, single, false);
	unsigned wrong = !fail_once(session, 0, true);
	uint64_t calls = session->run->calls;
	size_t ways = session->run->ways;
	memcpy(way, session->run->way, ways * sizeof *way);
	if (strcmp(session->heard, session->expected) != 0)
		printf("%s: without any failure it differs\n", session->name), wrong++;
	size_t count = every ? calls : ways;
	size_t step = 1;
	size_t first = *word == '\0' ? torture_sample(ways, SAMPLE, &step) : 0;
	for (size_t i = first; i < count; i += step, ++*runs)
		wrong += !fail_once(session, every ? i + 1 : way[i], false);
	printf("%-32s %7llu calls, by %5zu new ways; wrong: %u\n", session->name,
		(unsigned long long)calls, ways, wrong);
	fflush(stdout);
	return wrong;
}

static void clear(const char *folder)
{
	char path[PATH_MAX];
	static const char *const files[] = { "tests", "session" };
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i]);
		unlink(path);
	}
	if (rmdir(folder) != 0)
		perror(folder);
}

int main(int argc, char **argv)
{
	char folder[PATH_MAX - 16], tests[PATH_MAX], link[PATH_MAX];
	const char *place = getenv("TMPDIR");
	struct torture_run *run = torture_open();
	glob_t found = { .gl_pathc = 0 };
	unsigned runs = 0, wrong = 0;
	snprintf(folder, sizeof folder, "%s/torture.XXXXXX", place != NULL ? place : "/tmp");
	must(run != NULL && torture_remember() && mkdtemp(folder) != NULL &&
			realpath("tests", tests) != NULL,
		folder);
	snprintf(link, sizeof link, "%s/tests", folder);
	must(symlink(tests, link) == 0, link);
	if (argc == 1)
		must(glob("tests/golden/*.in", 0, NULL, &found) == 0, "tests/golden");
	char **names = argc > 1 ? argv + 1 : found.gl_pathv;
	for (; *names != NULL; names++) {
		struct session session;
		open_session(&session, run, folder, *names);
		/* bench is another program. */
		if (strcmp(session.words.we_wordv[0], "bench") != 0)
			wrong += torture(&session, &runs);
		wordfree(&session.words);
	}
	globfree(&found);
	clear(folder);
	printf("%u runs, %u wrong\n", runs, wrong);
	if (wrong > 0)
		puts("again: TORTURE=CALL build/torture/golden SESSION.in");
	printf("[  %s  ] 1 test(s).\n", wrong == 0 ? "PASSED" : "FAILED");
	return wrong == 0 ? 0 : 1;
}
