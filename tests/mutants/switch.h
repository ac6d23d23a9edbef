/* switch.h - the mutants that mutants.py has compiled into a file. At most one of them is active.
 * mutants.py includes this header in each file that it changes. */
#ifndef TESTS_MUTANTS_SWITCH_H
#define TESTS_MUTANTS_SWITCH_H

#include <stdbool.h>

enum { MUTANTS_MOST = 4096 };

/* The mutants of one source file, numbered from 1. `on` is the active one, or 0. */
struct mutants {
	const char *file;
	unsigned on;
	bool *reached; /* reached[n]: mutant n was executed */
	struct mutants *next;
};

/* Registers the mutants of a file, before main. Activates one of them if the environment variable
 * MUTANT names it. */
void mutants_join(struct mutants *of_file);

static struct mutants mutants = { .file = __BASE_FILE__ };

__attribute__((constructor)) static void mutants_of_this_file(void)
{
	mutants_join(&mutants);
}

/* Returns true if mutant `n` of this file is active, and marks it as executed. */
#define MUTANT(n) (mutants.reached[n] = true, mutants.on == (n))

/* The active mutant among constant expressions, which cannot call MUTANT. The file is compiled
 * again for each of them. */
#ifndef MUTANT_CONSTANT
#define MUTANT_CONSTANT 0
#endif

#endif
