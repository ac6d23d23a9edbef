#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The second number in the file, of pages. */
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
