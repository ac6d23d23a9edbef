#include "bot/tools/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int tools_usage(int argc, char **argv, const char *usage)
{
	bool asked = argc == 2 && strcmp(argv[1], "-h") == 0;
	fputs(usage, asked ? stdout : stderr);
	return asked ? 0 : 2;
}

int tools_fail(const char *command, const char *where, const char *why)
{
	fprintf(stderr, "mitaines %s: %s: %s\n", command, where, why);
	return 1;
}

bool tools_read_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
	char *end;
	errno = 0;
	*number = strtoll(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *number >= least &&
		*number <= most;
}

bool tools_line(FILE *file, char line[TOOLS_LINE], size_t *length)
{
	int c = getc(file);
	*length = 0;
	if (c == EOF)
		return false;
	while (c != EOF && c != '\n') {
		line[(*length)++] = (char)c;
		if (*length == TOOLS_LINE)
			break;
		c = getc(file);
	}
	return true;
}
