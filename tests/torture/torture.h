/*
 * torture.h - every call of the program that can fail, for files, sockets, SQLite, TLS and the
 * like, fails once: the n-th of a run. Memory does not: without it the process ends.
 *
 * The program's objects are linked with the names of such calls changed (Makefile), so that they
 * come to calls.c; tests and what stands in for networks keep theirs. A run is a process of its
 * own, and what it did is known however it ended.
 */
#ifndef TESTS_TORTURE_TORTURE_H
#define TESTS_TORTURE_TORTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TORTURE_WAYS = 100000, TORTURE_NAME = 40 };

/* A process exits so about which ASan or LSan has something to say. */
enum { TORTURE_SANITIZED = 99 };

/* A run, of which the first two are to be set, and the rest is told. */
struct torture_run {
	uint64_t fails;            /* the number of the call that fails, from 1; 0: none does */
	bool maps;                 /* new ways are told: it takes time */
	uint64_t calls;            /* there were */
	char failed[TORTURE_NAME]; /* which one; empty: none */
	int status;                /* as of waitpid */
	/* Of each way, from main on, by which the program came to such a call in no run before that
	 * told ways, the first one; and what it is known by. */
	uint64_t way[TORTURE_WAYS];
	uint64_t known[TORTURE_WAYS];
	size_t ways;
};

/* AI players remember from now on, in all runs, what they thought; false without memory. */
bool torture_remember(void);
/* Room for a run, for good; NULL without memory. */
struct torture_run *torture_open(void);
/*
 * Runs it in a process of its own, which exits with what play returns; seconds: it is killed then.
 * False: there is no such process.
 */
bool torture_run(
	struct torture_run *run, int (*play)(void *context), void *context, unsigned seconds);
/* What the environment has in TORTURE, or nothing. */
const char *torture_word(void);
/*
 * Some of all: where they begin, and the step from one to the next. Always the same, unless the
 * environment has in TORTURE_SHIFT how far they are moved on.
 */
size_t torture_sample(size_t all, size_t some, size_t *step);
/* What that process calls as soon as a call fails; NULL: nothing. */
void torture_tell(void (*told)(const char *name));
/* While this is so nothing is counted, and nothing fails; NULL: it never is. */
void torture_spare(bool (*spared)(void));
/* Counts a call of that name; true: it fails. */
bool torture_fails(const char *name);
/*
 * SQLite asks here for files from now on; before it is used first. place (or NULL) registers the
 * file system that SQLite's files are in.
 */
void torture_libraries(void (*place)(void));

#endif
