#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bot/base/log.h"

/* Uses no function that allocates memory. _exit does not write buffered output. */
_Noreturn void memory_exit(size_t bytes)
{
	const struct log log = log_open(STDERR_FILENO, LOG_ERROR);
	log_line(&log, LOG_ERROR, "memory",
		"cannot allocate %zu bytes; the program ends, and the bot resumes all matches at "
		"its next start",
		bytes);
	_exit(MEMORY_EXIT_STATUS);
}

void *memory_new(size_t count, size_t size)
{
	void *new = calloc(count > 0 ? count : 1, size);
	if (new == NULL)
		memory_exit(count * size);
	return new;
}

void *memory_grow(void *old, size_t count, size_t size)
{
	void *new = reallocarray(old, count > 0 ? count : 1, size);
	if (new == NULL)
		memory_exit(count * size);
	return new;
}

char *memory_copy(const char *text)
{
	size_t size = text != NULL ? strlen(text) + 1 : 0;
	return text != NULL ? memcpy(memory_grow(NULL, size, 1), text, size) : NULL;
}

/* Reads the second number in the file, which is the resident memory in pages. */
double memory_resident(void)
{
	char line[128] = "";
	FILE *file = fopen("/proc/self/statm", "r");
	if (file == NULL)
		return 0;
	char *read = fgets(line, sizeof line, file);
	fclose(file);
	const char *pages = read != NULL ? strchr(line, ' ') : NULL;
	return pages == NULL ? 0 : strtod(pages, NULL) * (double)sysconf(_SC_PAGESIZE);
}

int64_t memory_peak(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}
