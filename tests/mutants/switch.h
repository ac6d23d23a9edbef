/* switch.h - the mutants compiled into a file, at most one of them active. mutants.py includes it
 * in each file that it changes. */
#ifndef TESTS_MUTANTS_SWITCH_H
#define TESTS_MUTANTS_SWITCH_H

#include <stdbool.h>

enum { MUTANTS_MOST = 4096 };

/* The mutants of a file, numbered from 1; 0 means no mutant. */
struct mutants {
	const char *file;
	unsigned on;
	bool *reached; /* reached[n]: mutant n was executed */
	struct mutants *next;
};

/* Registers a file before main, and activates its mutant if it is the chosen one. */
void mutants_join(struct mutants *of_file);

static struct mutants mutants = { .file = __BASE_FILE__ };

__attribute__((constructor)) static void mutants_of_this_file(void)
{
	mutants_join(&mutants);
}

/* Returns true if mutant `n` of this file is active. */
#define MUTANT(n) (mutants.reached[n] = true, mutants.on == (n))

/* The same for a constant expression: the file is compiled again for each of these. */
#ifndef MUTANT_CONSTANT
#define MUTANT_CONSTANT 0
#endif

#endif
