#include "bot/net/matrix/member_reader.h"

#include <string.h>

enum { MEMBER_READER_MAX = 16 * 1024 };

/*
 * Skips the characters that are in a set, or, if `inside` is false, those that are not in the set.
 * Used instead of strspn and strcspn because under AddressSanitizer these read the whole rest of
 * the text at each call, which takes minutes for a large room.
 */
static size_t skip_while(const struct string *text, size_t at, const char *set, bool inside)
{
	while (at < text->length && (strchr(set, text->bytes[at]) != NULL) == inside)
		at++;
	return at;
}

static size_t skip_blanks(const struct string *text, size_t at)
{
	return skip_while(text, at, " \t\r\n,:", true);
}

/* Returns the index after the string that begins at `at`, or the end of the text. */
static size_t skip_string(const struct string *text, size_t at)
{
	for (at++; at < text->length && text->bytes[at] != '"'; at++)
		at += text->bytes[at] == '\\';
	return at < text->length ? at + 1 : text->length;
}

/* Returns the index after the value that begins at `at`, or the end of the text. */
static size_t skip_value(const struct string *text, size_t at)
{
	size_t depth = 0;
	do {
		at = skip_while(text, at, "\"[]{},", false);
		char c = at < text->length ? text->bytes[at] : '\0';
		if (c == '"') {
			at = skip_string(text, at);
			continue;
		}
		if (c == '\0' || (depth == 0 && (c == ',' || c == '}' || c == ']')))
			return at;
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		at++;
	} while (depth > 0 && at < text->length);
	return at;
}

/* True if a key begins at `at`. Sets *value to the index of the key's value. */
static bool find_key(const struct string *text, size_t at, size_t *value)
{
	if (text->bytes[at] != '"')
		return false;
	*value = skip_blanks(text, skip_string(text, at));
	return *value < text->length;
}

bool member_reader_open(struct member_reader *members, const char *text, size_t length)
{
	static const char joined[] = "\"joined\"";
	struct string *all = &members->text;
	size_t at, value;
	string_clear(all);
	string_add_bytes(all, text, length);
	/* Drop the text after a NUL: strchr finds a NUL in every set. */
	string_keep_range(all, 0, strlen(all->bytes));
	at = strspn(all->bytes, " \t\r\n");
	members->at = all->length;
	if (all->bytes[at] != '{')
		return false;
	for (at = skip_blanks(all, at + 1); find_key(all, at, &value);
		at = skip_blanks(all, skip_value(all, value)))
		if (strncmp(all->bytes + at, joined, strlen(joined)) == 0 &&
			all->bytes[value] == '{') {
			members->at = value + 1;
			return true;
		}
	return true;
}

void member_reader_close(struct member_reader *members)
{
	string_free(&members->text);
	members->at = 0;
}

bool member_reader_next(struct member_reader *members, struct string *out)
{
	const struct string *text = &members->text;
	size_t at = skip_blanks(text, members->at), value;
	string_clear(out);
	if (!find_key(text, at, &value))
		return false;
	size_t end = skip_value(text, value);
	bool brief = end - at < MEMBER_READER_MAX;
	members->at = end;
	string_add_char(out, '{');
	string_add_bytes(out, text->bytes + at, brief ? end - at : skip_string(text, at) - at);
	string_add(out, brief ? "}" : ":{}}");
	return true;
}
