/* irc/tags.c - parses IRCv3 message tags. */
#include "bot/net/irc/tags.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

/* Returns the character that a backslash and `escaped` stand for. */
static char irc_tags_unescape_char(char escaped)
{
	switch (escaped) {
	case ':': return ';';
	case 's': return ' ';
	case 'r': return '\r';
	case 'n': return '\n';
	default: return escaped;
	}
}

/* Unescapes a value in place. Drops a lone backslash at the end. */
static void irc_tags_unescape(char *value)
{
	char *to = value;
	while (*value != '\0') {
		if (*value != '\\')
			*to++ = *value++;
		else if (*++value != '\0')
			*to++ = irc_tags_unescape_char(*value++);
	}
	*to = '\0';
}

/* Reads a number of exactly `count` digits at *at. Returns -1 if a digit is missing. */
static int irc_tags_digits(const char **at, size_t count)
{
	int number = 0;
	for (; count > 0; count--, ++*at) {
		if (**at < '0' || **at > '9')
			return -1;
		number = number * 10 + (**at - '0');
	}
	return number;
}

/* Reads a time like `2011-10-19T16:40:51.620Z`. Returns Unix milliseconds, or 0 if malformed. */
static int64_t irc_tags_time(const char *value)
{
	static const char marks[] = "--T::.Z";
	static const struct {
		size_t digits;
		int least, most;
	} parts[] = { { 4, 1970, 9999 }, { 2, 1, 12 }, { 2, 1, 31 }, { 2, 0, 23 }, { 2, 0, 59 },
		{ 2, 0, 60 }, { 3, 0, 999 } };
	int number[7];

	for (size_t i = 0; i < 7; i++) {
		number[i] = irc_tags_digits(&value, parts[i].digits);
		if (number[i] < parts[i].least || number[i] > parts[i].most || *value++ != marks[i])
			return 0;
	}
	if (*value != '\0')
		return 0;
	struct tm time = { .tm_year = number[0] - 1900,
		.tm_mon = number[1] - 1,
		.tm_mday = number[2],
		.tm_hour = number[3],
		.tm_min = number[4],
		.tm_sec = number[5] };
	return (int64_t)timegm(&time) * 1000 + number[6];
}

static void irc_tags_read_tag(struct irc_tags *tags, const char *name, char *value)
{
	irc_tags_unescape(value);
	if (strcmp(name, "account") == 0)
		tags->account = value[0] != '\0' ? value : NULL;
	else if (strcmp(name, "batch") == 0)
		tags->batch = value[0] != '\0' ? value : NULL;
	else if (strcmp(name, "time") == 0)
		tags->time = irc_tags_time(value);
}

struct irc_tags irc_tags_read(char *bytes)
{
	struct irc_tags tags = { .account = NULL };
	char *rest = bytes;
	for (char *name = strsep(&rest, ";"); name != NULL; name = strsep(&rest, ";")) {
		char *value = strchr(name, '=');
		if (value != NULL)
			*value++ = '\0';
		if (strcmp(name, "bot") == 0 || strcmp(name, "draft/bot") == 0)
			tags.bot = true;
		else if (value != NULL)
			irc_tags_read_tag(&tags, name, value);
	}
	return tags;
}
