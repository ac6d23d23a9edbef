#include "bot/net/irc/line_split.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"

/* CHARACTER: maximum number of bytes of one character in UTF-8. */
enum { CHARACTER = 4 };

static bool continues(const char *at)
{
	return ((unsigned char)*at & 0xc0) == 0x80;
}

size_t line_split_at_character(const char *text, size_t limit)
{
	size_t cut = limit;
	while (cut > 0 && limit - cut < CHARACTER && continues(text + cut))
		cut--;
	return cut;
}

/* True for a combining mark, joiner or variation selector: a part of the character before. */
static bool clings(const char *at)
{
	int32_t point;
	string_read_point(at, &point);
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME:
	case UTF8PROC_CATEGORY_CF: return true;
	default: return false;
	}
}

size_t line_split_length(const char *text, size_t length, size_t limit)
{
	size_t lead = strspn(text, " ");
	if (length <= limit)
		return length;
	for (size_t cut = limit; cut > lead; cut--)
		if (text[cut] == ' ' && text[cut - 1] != ' ')
			return cut;
	/* The text has no blank to cut at, so cut between two characters. */
	size_t hard = line_split_at_character(text, limit), cut = hard;
	while (cut > limit / 2 && (continues(text + cut) || clings(text + cut)))
		cut--;
	return cut > limit / 2 ? cut : hard;
}

size_t line_split_clean(const char *text, size_t length, char *out)
{
	size_t kept = 0;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\r' || text[i] == '\n') {
			if (i + 1 < length && text[i + 1] != '\r' && text[i + 1] != '\n')
				out[kept++] = ' ';
		} else if (text[i] != 1) {
			out[kept++] = text[i];
		}
	}
	out[kept] = '\0';
	return kept;
}
