/*
 * switch.c - does what mutants.py asks of a program in its environment:
 *
 *	MUTANT=engine/rating.c:17   activates this mutant
 *	MUTANT_CASES=3,1            runs only these cases of a cmocka program, in this order, up to
 *	                            the first failure; prints "case 3" before each
 *	MUTANTS_REACHED=FILE        appends a line for each case (0 without cases): its number,
 *	                            milliseconds and executed mutants, as FILE:N,N,…
 */
#include "tests/mutants/switch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cmocka.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
	CMFixtureFunction setup, CMFixtureFunction teardown) __attribute__((weak));
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
	CMFixtureFunction setup, CMFixtureFunction teardown);

/* NOLINTEND(bugprone-reserved-identifier) */

static struct mutants *files;
static unsigned started;
static bool told;

/* Returns zeroed memory that child processes share, so that code executed in a test's child process
 * counts too. */
static bool *flags(void)
{
	void *memory =
		mmap(NULL, MUTANTS_MOST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		abort();
	return memory;
}

/* Returns the processor time of this process and its ended children in milliseconds. Other programs
 * affect it less than elapsed time. */
static unsigned milliseconds(void)
{
	static const int whose[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	struct timeval sum = { 0, 0 };
	for (size_t i = 0; i < 2; i++) {
		struct rusage spent;
		getrusage(whose[i], &spent);
		sum.tv_sec += spent.ru_utime.tv_sec + spent.ru_stime.tv_sec;
		sum.tv_usec += spent.ru_utime.tv_usec + spent.ru_stime.tv_usec;
	}
	return (unsigned)(sum.tv_sec * 1000 + sum.tv_usec / 1000);
}

void mutants_join(struct mutants *of_file)
{
	const char *wanted = getenv("MUTANT");
	size_t length = strlen(of_file->file);
	if (!files)
		started = milliseconds();
	of_file->reached = flags();
	of_file->next = files;
	files = of_file;
	if (wanted && strncmp(wanted, of_file->file, length) == 0 && wanted[length] == ':')
		of_file->on = (unsigned)strtoul(wanted + length + 1, NULL, 10);
}

static void forget(void)
{
	for (struct mutants *file = files; file; file = file->next)
		memset(file->reached, 0, MUTANTS_MOST);
}

static void tell(const char *path, size_t number, unsigned took)
{
	FILE *out = fopen(path, "a");
	if (!out)
		return;
	fprintf(out, "%zu %u", number, took);
	for (const struct mutants *file = files; file; file = file->next) {
		char mark = ':';
		for (unsigned i = 1; i < MUTANTS_MOST; i++) {
			if (!file->reached[i])
				continue;
			if (mark == ':')
				fprintf(out, " %s", file->file);
			fprintf(out, "%c%u", mark, i);
			mark = ',';
		}
	}
	fprintf(out, "\n");
	fclose(out);
}

/* Reports a program without cmocka cases as one case, when the program ends. */
__attribute__((destructor)) static void tell_of_all(void)
{
	const char *path = getenv("MUTANTS_REACHED");
	if (path && !told)
		tell(path, 0, milliseconds() - started);
}

static bool read_number(const char **at, size_t *number)
{
	char *end;
	*number = strtoul(*at, &end, 10);
	bool found = end > *at;
	*at = end + (*end == ',');
	return found;
}

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
	CMFixtureFunction setup, CMFixtureFunction teardown)
{
	const char *chosen = getenv("MUTANT_CASES"), *path = getenv("MUTANTS_REACHED");
	size_t number = 0,
	       together = setup ? count : 1; /* all cases with a group fixture count as one */
	told = true;
	count /= together;
	while (chosen ? read_number(&chosen, &number) && number < count : number < count) {
		unsigned start = milliseconds();
		printf("case %zu\n", number);
		fflush(stdout);
		forget();
		if (__real__cmocka_run_group_tests(
			    name, &tests[number], together, setup, teardown) != 0)
			return 1;
		if (path)
			tell(path, number, milliseconds() - start);
		if (!chosen)
			number++;
	}
	return 0;
}
