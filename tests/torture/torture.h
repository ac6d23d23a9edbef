/*
 * torture.h - makes one call of the program fail: the n-th in a run of all calls that can fail, for
 * files, sockets, SQLite, TLS and the like. Memory does not fail: without it the process ends.
 *
 * The program's objects are linked with other names for such calls (Makefile), so that they reach
 * calls.c; tests and fake networks keep the real names. Each run is a process of its own, so its
 * result is known even after a crash.
 */
#ifndef TESTS_TORTURE_TORTURE_H
#define TESTS_TORTURE_TORTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TORTURE_WAYS = 100000, TORTURE_NAME = 40 };

/* Exit status of a process with a report of ASan or LSan. */
enum { TORTURE_SANITIZED = 99 };

/* A run. The caller sets the first two members; torture_run sets the others. */
struct torture_run {
	uint64_t fails;            /* number of the failing call, from 1, or 0 for none */
	bool maps;                 /* fill in `way`, which makes the run slow */
	uint64_t calls;            /* number of calls */
	char failed[TORTURE_NAME]; /* name of the failed call, or "" */
	int status;                /* as of waitpid */
	/* A way is a stack that leads to a call that can fail. For each new way: the number of its
	 * first call, and its hash. */
	uint64_t way[TORTURE_WAYS];
	uint64_t known[TORTURE_WAYS];
	size_t ways;
};

/* Allocates a run that is never freed. Returns NULL without memory. */
struct torture_run *torture_open(void);
/* Calls play in a process of its own, which exits with play's result and is killed after this
 * many seconds. Returns false if the process could not be started. */
bool torture_run(
	struct torture_run *run, int (*play)(void *context), void *context, unsigned seconds);
/* Returns the value of TORTURE in the environment, or "". */
const char *torture_word(void);
/* Chooses some of all calls: returns the first, and sets the step to the next. The choice is
 * always the same, unless TORTURE_SHIFT moves it. */
size_t torture_sample(size_t all, size_t some, size_t *step);

/* Something to play again and again. */
struct torture_subject {
	const char *name;
	struct torture_run *run;
	size_t sample; /* number of ways to try by default */
	/* Plays once and makes the call of this number fail; 0 means no call. Returns true on
	 * success, and prints a fault. */
	bool (*fail_once)(void *context, uint64_t number, bool maps);
	void *context;
};

/* Fails some calls, always the same ones; TORTURE=ways the first call of each way, TORTURE=calls
 * every call, TORTURE=n the n-th. Adds the number of runs to *runs. Returns the number of faulty
 * ones. */
unsigned torture_each(const struct torture_subject *subject, unsigned *runs);
/* Prints the result of all subjects as run.sh reads it. Returns the program's exit status. */
int torture_end(unsigned runs, unsigned wrong);
/* Ends the program, with the system's last error, unless this holds. */
void torture_must(bool holds, const char *what);
/* Sets a function that the process calls when a call fails, or NULL. */
void torture_tell(void (*told)(const char *name));
/* Sets a function; while it returns true, calls neither count nor fail. NULL for none. */
void torture_spare(bool (*spared)(void));
/* Counts a call of this name. Returns true if the call must fail. */
bool torture_fails(const char *name);
/* Makes SQLite ask here for files. Call it before the first use of SQLite. If place is not NULL,
 * it registers the file system for SQLite's files. */
void torture_libraries(void (*place)(void));

#endif
