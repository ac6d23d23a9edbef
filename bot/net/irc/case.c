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

/* RFC 1459: {}|^ are the lower case of []\~; the strict mapping keeps ~ and ^ distinct. */
static char irc_case_lower(enum irc_case mapping, char c)
{
	char last = mapping == IRC_CASE_ASCII ? 'Z' : ']';
	if (c == '~' && mapping == IRC_CASE_RFC1459)
		return '^';
	return c >= 'A' && c <= last ? (char)(c + ('a' - 'A')) : c;
}

/*
 * Lowers a letter. If two capitals share a small letter, like I and the Turkish İ, lowers only one
 * of them, so that different names stay different.
 */
static utf8proc_int32_t irc_case_lower_point(utf8proc_int32_t point)
{
	utf8proc_int32_t lower = utf8proc_tolower(point);

	return utf8proc_toupper(lower) == point ? lower : point;
}

/*
 * Lowers letters without any other normalization: folding more than the server does could give two
 * people the same name. Bytes that are not UTF-8 stay unchanged.
 */
static void irc_case_fold_unicode(const char *name, struct text *text)
{
	while (*name != '\0') {
		utf8proc_uint8_t utf8[4];
		int32_t point;
		size_t length = string_read_point(name, &point);
		if (point >= 0)
			text_bytes(text, (const char *)utf8,
				(size_t)utf8proc_encode_char(irc_case_lower_point(point), utf8));
		else
			text_char(text, *name);
		name += length;
	}
}

/* Folds bytes one by one. A separate function for speed: it runs several times per line. */
static bool irc_case_fold_bytes(enum irc_case mapping, const char *name, char *out, size_t size)
{
	size_t length = 0;
	for (; name[length] != '\0' && length + 1 < size; length++)
		out[length] = irc_case_lower(mapping, name[length]);
	out[length] = '\0';
	return name[length] == '\0';
}

bool irc_case_fold(enum irc_case mapping, const char *name, char *out, size_t size)
{
	if (mapping != IRC_CASE_UNICODE)
		return irc_case_fold_bytes(mapping, name, out, size);
	struct text text = text_in(out, size);
	irc_case_fold_unicode(name, &text);
	return !text.cut;
}
