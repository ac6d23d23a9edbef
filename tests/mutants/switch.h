/*
 * switch.h - the mutants compiled into a file, of which at most one is on. mutants.py puts it in
 * front of each file that it changes.
 */
#ifndef TESTS_MUTANTS_SWITCH_H
#define TESTS_MUTANTS_SWITCH_H

#include <stdbool.h>

enum { MUTANTS_MOST = 4096 };

/* The mutants of a file, numbered from 1; 0 is none. */
struct mutants {
	const char *file;
	unsigned on;
	bool *reached; /* by number */
	struct mutants *next;
};

/* Called once for each file before main: turns its mutant on, if it is the one. */
void mutants_join(struct mutants *of_file);

static struct mutants mutants = { .file = __BASE_FILE__ };

__attribute__((constructor)) static void mutants_of_this_file(void)
{
	mutants_join(&mutants);
}

/* True if mutant `n` of this file is on. */
#define MUTANT(n) (mutants.reached[n] = true, mutants.on == (n))

/* The same in a constant: a file is compiled again for each of these. */
#ifndef MUTANT_CONSTANT
#define MUTANT_CONSTANT 0
#endif

#endif
