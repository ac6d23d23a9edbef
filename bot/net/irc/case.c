/* irc/case.c - compares names by the server's CASEMAPPING. */
#include "bot/net/irc/case.h"

#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"
#include "engine/text.h"

enum irc_case irc_case_find_mapping(const char *name)
{
	static const struct {
		const char *name;
		enum irc_case mapping;
	} known[] = {
		{ "ascii", IRC_CASE_ASCII },
		{ "rfc1459", IRC_CASE_RFC1459 },
		{ "strict-rfc1459", IRC_CASE_STRICT },
		{ "rfc1459-strict", IRC_CASE_STRICT },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].mapping;
	return IRC_CASE_UNICODE;
}

/*
 * Lowers letters without any other normalization: folding more than the server does could give two
 * people the same name. Bytes that are not UTF-8 stay unchanged.
 */
static bool irc_case_fold_unicode(const char *name, char *out, size_t size)
{
	struct text text = text_in(out, size);
	while (*name != '\0') {
		utf8proc_uint8_t utf8[4];
		int32_t point;
		size_t length = string_read_point(name, &point);
		/*
		 * If two capitals share a small letter, like I and the Turkish İ, lowers only one
		 * of them, so that different names stay different.
		 */
		int32_t lower = point >= 0 ? utf8proc_tolower(point) : -1;
		if (lower >= 0 && utf8proc_toupper(lower) == point)
			text_bytes(&text, (const char *)utf8,
				(size_t)utf8proc_encode_char(lower, utf8));
		else
			text_bytes(&text, name, length);
		name += length;
	}
	return !text.cut;
}

bool irc_case_fold(enum irc_case mapping, const char *name, char *out, size_t size)
{
	char last = mapping == IRC_CASE_ASCII ? 'Z' : ']';
	size_t length = 0;
	if (mapping == IRC_CASE_UNICODE)
		return irc_case_fold_unicode(name, out, size);
	/* RFC 1459: {}|^ are the lower case of []\~; the strict mapping keeps ~ and ^ distinct. */
	for (; name[length] != '\0' && length + 1 < size; length++) {
		char c = name[length];
		if (c == '~' && mapping == IRC_CASE_RFC1459)
			c = '^';
		else if (c >= 'A' && c <= last)
			c = (char)(c + ('a' - 'A'));
		out[length] = c;
	}
	out[length] = '\0';
	return name[length] == '\0';
}
