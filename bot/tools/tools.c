#include "bot/tools/tools.h"

#include <string.h>

int tools_usage(int argc, char **argv, const char *usage)
{
	bool asked = argc == 2 && strcmp(argv[1], "-h") == 0;
	fputs(usage, asked ? stdout : stderr);
	return asked ? 0 : 2;
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
