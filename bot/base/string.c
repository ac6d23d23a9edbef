#include "bot/base/string.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "bot/base/memory.h"
#include "engine/text.h"

void string_free(struct string *string)
{
	if (string->size > 0)
		free(string->bytes);
	*string = STRING_EMPTY;
}

bool string_is_empty(const struct string *string)
{
	return string->length == 0;
}

void string_clear(struct string *string)
{
	string_keep_range(string, 0, 0);
}

void string_add_bytes(struct string *string, const char *bytes, size_t length)
{
	size_t need = string->length + length + 1;
	if (need > string->size) {
		size_t size = need < 64 ? 64 : need + need / 2;
		string->bytes = memory_grow(string->size > 0 ? string->bytes : NULL, size, 1);
		string->size = size;
	}
	memcpy(string->bytes + string->length, bytes, length);
	string->length += length;
	string->bytes[string->length] = '\0';
}

void string_keep_range(struct string *string, size_t from, size_t to)
{
	if (string->size == 0) {
		*string = STRING_EMPTY;
		return;
	}
	memmove(string->bytes, string->bytes + from, to - from);
	string->length = to - from;
	string->bytes[string->length] = '\0';
}

void string_add(struct string *string, const char *text)
{
	string_add_bytes(string, text, strlen(text));
}

void string_set(struct string *string, const char *text)
{
	string_clear(string);
	string_add(string, text != NULL ? text : "");
}

void string_add_char(struct string *string, char c)
{
	string_add_bytes(string, &c, 1);
}

void string_add_number(struct string *string, int64_t number)
{
	char digits[24];
	struct text text = text_in(digits, sizeof digits);
	text_number(&text, number);
	string_add(string, digits);
}

bool string_has_word(const char *list, char separator, const char *word, size_t length)
{
	const char ends[] = { separator, '\0' };
	while (*list != '\0') {
		size_t end = strcspn(list, ends);
		if (end == length && memcmp(list, word, length) == 0)
			return true;
		list += end;
		list += *list == separator;
	}
	return false;
}

size_t string_read_point(const char *text, int32_t *point)
{
	utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, point);
	return length > 0 ? (size_t)length : 1;
}

bool string_is_utf8(const char *text)
{
	int32_t point = 0;
	while (*text != '\0' && point >= 0)
		text += string_read_point(text, &point);
	return point >= 0;
}

void string_add_json(struct string *string, const char *text)
{
	static const char hex[] = "0123456789abcdef";
	string_add_char(string, '"');
	while (*text != '\0') {
		int32_t point;
		size_t length = string_read_point(text, &point);
		if (point == '"' || point == '\\')
			string_add_char(string, '\\');
		if (point >= ' ') {
			string_add_bytes(string, text, length);
		} else if (point < 0) {
			string_add(string, "\\ufffd");
		} else {
			string_add(string, "\\u00");
			string_add_char(string, hex[point >> 4]);
			string_add_char(string, hex[point & 15]);
		}
		text += length;
	}
	string_add_char(string, '"');
}
