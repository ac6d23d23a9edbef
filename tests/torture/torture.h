/*
 * torture.h - makes the n-th call in a run fail. It counts calls that can fail, for files, sockets,
 * SQLite, TLS and the like. Allocations do not fail here: without memory the program just ends.
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

/* Exit status of a process in which AddressSanitizer or LeakSanitizer found an error. */
enum { TORTURE_SANITIZED = 99 };

/* A run with at most one failing call. The caller sets `fails` and `maps`, torture_run the rest. */
struct torture_run {
	uint64_t fails;            /* number of the failing call, from 1, or 0 for none */
	bool maps;                 /* the run notes its ways below, which makes it slow */
	uint64_t calls;            /* number of calls that could fail */
	char failed[TORTURE_NAME]; /* name of the failed call, or "" */
	int status;                /* status of the process, from waitpid */
	/* A way is a stack of functions that ends in a call that can fail. The arrays have, for
	 * each way not seen in earlier runs, the number of its first call, and its hash. */
	uint64_t way[TORTURE_WAYS];
	uint64_t known[TORTURE_WAYS];
	size_t ways;
};

/* Allocates a run in shared memory, which is never freed. Returns NULL without memory. */
struct torture_run *torture_open(void);
/* Calls `play` in a new process, which exits with its result, and which SIGALRM ends after
 * `seconds`. Returns false if the process could not be started. */
bool torture_run(
	struct torture_run *run, int (*play)(void *context), void *context, unsigned seconds);
/* Returns the value of the environment variable TORTURE, or "" if it is not set. */
const char *torture_word(void);
/* Chooses about `some` of `all` items, at equal distances. Returns the index of the first, and sets
 * `step` to the distance. The environment variable TORTURE_SHIFT moves the choice. */
size_t torture_sample(size_t all, size_t some, size_t *step);

/* A program or story to run again and again, with another failing call each time. */
struct torture_subject {
	const char *name;
	struct torture_run *run;
	size_t sample; /* number of ways to try if TORTURE is not set */
	/* Runs once, and makes the call of this number fail; 0: no call. Returns true if all was
	 * well, or prints the fault and returns false. */
	bool (*fail_once)(void *context, uint64_t number, bool maps);
	void *context;
};

/* Runs the subject once for each call to fail: some calls if the environment variable TORTURE is
 * not set, the first call of each way with TORTURE=ways, every call with TORTURE=calls, the n-th
 * call with TORTURE=n. Adds the number of runs to *runs. Returns the number of failed runs. */
unsigned torture_each(const struct torture_subject *subject, unsigned *runs);
/* Prints the number of runs, and of those that failed, in the format that tests/run.sh reads.
 * Returns the program's exit status. */
int torture_end(unsigned runs, unsigned wrong);
/* Ends the program, with `what` and the text of errno, unless `holds`. */
void torture_must(bool holds, const char *what);
/* Sets a function that the process of a run calls when a call fails; NULL: none. */
void torture_tell(void (*told)(const char *name));
/* Sets a function that is asked before each call: if it returns true, the call neither counts nor
 * fails. NULL: none. */
void torture_spare(bool (*spared)(void));
/* Counts a call of that name in the present run. Returns true if it must fail. */
bool torture_fails(const char *name);
/* Puts wrappers that can fail around SQLite's file system, before the first use of SQLite. If
 * `place` is not NULL, it first registers the file system to wrap. */
void torture_libraries(void (*place)(void));

#endif
