/* torture.c - counts calls that can fail, and makes one of them fail. */
#include "tests/torture/torture.h"

#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEPTH = 48, BUCKETS = 1 << 18 };

/* This state is global, because the wrappers in calls.c get no context. */
static struct {
	struct torture_run *run; /* the run in this process, in shared memory; NULL: none */
	bool (*spared)(void);
	void (*told)(const char *name);
	uint64_t bucket[BUCKETS]; /* a hash table of the ways already known (torture.h) */
} torture;

/* NOLINTBEGIN(bugprone-reserved-identifier): sanitizers and the linker demand these names */

/* Start and end of the program's code, as the linker defines them. */
extern const char __executable_start, etext;

/* Makes leaks, like other memory errors, end a run with TORTURE_SANITIZED. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "exitcode=99:detect_leaks=1";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
	return "exitcode=99:print_suppressions=0";
}

/* LeakSanitizer ignores fontconfig, which keeps offsets instead of pointers to its memory. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig.so\n";
}
/* NOLINTEND(bugprone-reserved-identifier) */

struct torture_run *torture_open(void)
{
	void *run = mmap(NULL, sizeof(struct torture_run), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return run != MAP_FAILED ? run : NULL;
}

void torture_tell(void (*told)(const char *name))
{
	torture.told = told;
}

void torture_spare(bool (*spared)(void))
{
	torture.spared = spared;
}

/* Adds a way to the known ones. Returns false if it was known already. */
static bool know(uint64_t way)
{
	size_t at = way % BUCKETS;
	while (torture.bucket[at] != 0 && torture.bucket[at] != way)
		at = (at + 1) % BUCKETS;
	bool fresh = torture.bucket[at] == 0;
	torture.bucket[at] = way;
	return fresh;
}

/* Returns the way to this call: a hash of the call's name and of the program's stack frames. */
static uint64_t way_to(const char *name)
{
	void *frame[DEPTH];
	int count = backtrace(frame, DEPTH);
	uint64_t way = (uintptr_t)name;
	for (int i = 0; i < count; i++)
		if ((const char *)frame[i] >= &__executable_start &&
			(const char *)frame[i] < &etext)
			way = (way ^ (uintptr_t)frame[i]) * UINT64_C(1099511628211);
	return way;
}

/* Adds the call of that number to `run` if its way is new. */
static void map(struct torture_run *run, uint64_t way, uint64_t number)
{
	if (run->ways == TORTURE_WAYS || !know(way))
		return;
	run->known[run->ways] = way;
	run->way[run->ways++] = number;
}

/* Notes that the call fails now. It is not inlined, so that a debugger can stop here. */
__attribute__((noinline)) static void torture_now(const char *name)
{
	snprintf(torture.run->failed, sizeof torture.run->failed, "%s", name);
	if (torture.told != NULL)
		torture.told(name);
}

bool torture_fails(const char *name)
{
	struct torture_run *run = torture.run;
	if (run == NULL || (torture.spared != NULL && torture.spared()))
		return false;
	uint64_t number = __atomic_add_fetch(&run->calls, 1, __ATOMIC_RELAXED);
	if (run->maps)
		map(run, way_to(name), number);
	if (number != run->fails)
		return false;
	torture_now(name);
	return true;
}

const char *torture_word(void)
{
	const char *word = getenv("TORTURE");
	return word != NULL ? word : "";
}

size_t torture_sample(size_t all, size_t some, size_t *step)
{
	const char *shift = getenv("TORTURE_SHIFT");
	/* A run takes four times as long with sanitizers, so choose a quarter of the items. */
#ifdef __SANITIZE_ADDRESS__
	some = some / 4 + 1;
#endif
	*step = all / some + 1;
	return shift != NULL ? (size_t)strtoull(shift, NULL, 10) % *step : 0;
}

bool torture_run(
	struct torture_run *run, int (*play)(void *context), void *context, unsigned seconds)
{
	run->calls = run->ways = 0;
	run->failed[0] = '\0';
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		alarm(seconds);
		torture.run = run;
		exit(play(context));
	}
	bool done = child > 0 && waitpid(child, &run->status, 0) == child;
	for (size_t i = 0; i < run->ways; i++)
		know(run->known[i]);
	return done;
}

unsigned torture_each(const struct torture_subject *subject, unsigned *runs)
{
	static uint64_t way[TORTURE_WAYS];
	const char *word = torture_word();
	uint64_t single = strtoull(word, NULL, 10);
	bool every = strcmp(word, "calls") == 0;
	if (single > 0)
		return !subject->fail_once(subject->context, single, false);
	unsigned wrong = !subject->fail_once(subject->context, 0, true);
	uint64_t calls = subject->run->calls;
	size_t ways = subject->run->ways, step = 1;
	memcpy(way, subject->run->way, ways * sizeof *way);
	size_t first = *word == '\0' ? torture_sample(ways, subject->sample, &step) : 0;
	for (size_t i = first; i < (every ? calls : ways); i += step, ++*runs)
		wrong += !subject->fail_once(subject->context, every ? i + 1 : way[i], false);
	printf("%-32s %8llu calls, by %5zu new ways; wrong: %u\n", subject->name,
		(unsigned long long)calls, ways, wrong);
	fflush(stdout);
	return wrong;
}

int torture_end(unsigned runs, unsigned wrong)
{
	printf("%u runs, %u wrong\n", runs, wrong);
	printf("[  %s  ] 1 test(s).\n", wrong == 0 ? "PASSED" : "FAILED");
	return wrong == 0 ? 0 : 1;
}

void torture_must(bool holds, const char *what)
{
	if (holds)
		return;
	perror(what);
	exit(2);
}
