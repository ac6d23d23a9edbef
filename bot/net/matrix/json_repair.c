#include "bot/net/matrix/json_repair.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

/*
 * REPAIR_DIGITS: maximum number of digits of a whole number without exponent, so that a double can
 * hold it. REPAIR_ESCAPE: characters of an escape \uXXXX.
 */
enum { REPAIR_DIGITS = 300, REPAIR_ESCAPE = 6 };

static const char nobody[] = "\xef\xbf\xbd";

/*
 * Estimated bytes of memory: REPAIR_GROUP for an array or object, REPAIR_VALUE for each value or
 * name in it.
 */
enum { REPAIR_GROUP = 256, REPAIR_VALUE = 96 };

/* The part of a text that is still to be read. */
struct rest {
	const char *at;
	const char *end;
};

/* Returns the code unit of the escape \uXXXX at the start of text, or -1. */
static int32_t repair_escaped(const char *text, const char *end)
{
	int32_t value = 0;
	if (end - text < REPAIR_ESCAPE || text[0] != '\\' || text[1] != 'u')
		return -1;
	for (int i = 2; i < REPAIR_ESCAPE; i++) {
		static const char digits[] = "0123456789abcdef0123456789ABCDEF";
		const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
		if (digit == NULL)
			return -1;
		value = value * 16 + (int32_t)(digit - digits) % 16;
	}
	return value;
}

static void repair_escape(struct rest *rest, struct string *out)
{
	int32_t value = repair_escaped(rest->at, rest->end);
	int32_t next = value >= 0 ? repair_escaped(rest->at + REPAIR_ESCAPE, rest->end) : -1;
	bool pair = value >= 0xd800 && value < 0xdc00 && next >= 0xdc00 && next < 0xe000;
	bool half = value >= 0xd800 && value < 0xe000 && !pair;
	bool simple = rest->end - rest->at > 1 && rest->at[1] != '\0' &&
		strchr("\"\\/bfnrt", rest->at[1]) != NULL;
	size_t length = pair ? 2 * REPAIR_ESCAPE : value >= 0 ? REPAIR_ESCAPE : simple ? 2 : 1;
	if (value == 0 || half || length == 1)
		string_add(out, nobody);
	else
		string_add_bytes(out, rest->at, length);
	rest->at += length;
}

/* Copies a string with both quotes, repaired. */
static void repair_string(struct rest *rest, struct string *out)
{
	utf8proc_int32_t point;
	string_add_char(out, *rest->at++);
	while (rest->at < rest->end && *rest->at != '"') {
		if (*rest->at == '\\') {
			repair_escape(rest, out);
			continue;
		}
		utf8proc_ssize_t length = utf8proc_iterate(
			(const utf8proc_uint8_t *)rest->at, rest->end - rest->at, &point);
		if (length > 0 && point >= ' ')
			string_add_bytes(out, rest->at, (size_t)length);
		else
			string_add(out, nobody);
		rest->at += length > 0 ? length : 1;
	}
	if (rest->at < rest->end)
		string_add_char(out, *rest->at++);
}

static size_t repair_digits(const char *text)
{
	return strspn(text, "0123456789");
}

/* True for a JSON number without exponent. A number with an exponent may overflow. */
static bool repair_is_number(const char *text)
{
	text += *text == '-';
	size_t whole = repair_digits(text);
	if (whole == 0 || whole > REPAIR_DIGITS || (*text == '0' && whole > 1))
		return false;
	text += whole;
	if (*text == '.') {
		size_t rest = repair_digits(text + 1);
		text += rest > 0 ? 1 + rest : 0;
	}
	return *text == '\0';
}

static bool repair_in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '+' || c == '-' || c == '.';
}

/* Copies a number, true, false or null. Writes null for any other word. */
static void repair_word(struct rest *rest, struct string *out)
{
	struct string word = STRING_EMPTY;
	const char *start = rest->at;
	while (rest->at < rest->end && repair_in_word(*rest->at))
		rest->at++;
	string_add_bytes(&word, start, (size_t)(rest->at - start));
	bool known = strcmp(word.bytes, "true") == 0 || strcmp(word.bytes, "false") == 0 ||
		repair_is_number(word.bytes);
	string_add(out, known ? word.bytes : "null");
	string_free(&word);
}

/* Copies the next string, word or punctuation mark, repaired. */
static void repair_token(struct rest *rest, struct string *out)
{
	if (*rest->at == '"') {
		repair_string(rest, out);
	} else if (repair_in_word(*rest->at)) {
		repair_word(rest, out);
	} else {
		if (*rest->at != '\0' && strchr("[]{}:, \t\r\n", *rest->at) != NULL)
			string_add_char(out, *rest->at);
		rest->at++;
	}
}

void json_repair(struct string *out, const char *text, size_t length)
{
	struct rest rest = { text, text + length };
	struct string skipped = STRING_EMPTY;
	size_t depth = 0;
	while (rest.at < rest.end) {
		char c = *rest.at;
		bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
		bool skips = depth > REPAIR_DEPTH || (opens && depth == REPAIR_DEPTH);
		if (opens && ++depth == REPAIR_DEPTH + 1)
			string_add(out, "null");
		if (closes && depth > 0)
			depth--;
		string_clear(&skipped);
		repair_token(&rest, skips ? &skipped : out);
	}
	string_free(&skipped);
}

size_t json_memory_estimate(const char *text, size_t length)
{
	size_t weight = 0;
	bool quoted = false;
	for (size_t i = 0; i < length; i++) {
		char c = text[i];
		if (c == '"')
			quoted = !quoted;
		else if (quoted)
			i += c == '\\';
		else if (c == '[' || c == '{')
			weight += REPAIR_GROUP;
		else if (c == ',' || c == ':')
			weight += REPAIR_VALUE;
	}
	return weight;
}
