#include "bot/base/string.h"

#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

void string_free(struct string *string)
{
	if (string->size > 0)
		free(string->bytes);
	*string = STRING_EMPTY;
}

void string_clear(struct string *string)
{
	string->length = 0;
	if (string->size > 0)
		string->bytes[0] = '\0';
}

/* Makes room for so many more bytes and the NUL. */
static int grow(struct string *string, size_t more)
{
	size_t need = string->length + more + 1;
	if (need <= string->size)
		return 1;
	size_t size = need < 64 ? 64 : need + need / 2;
	char *bytes = realloc(string->size > 0 ? string->bytes : NULL, size);
	if (bytes == NULL)
		return 0;
	string->bytes = bytes;
	string->size = size;
	return 1;
}

void string_bytes(struct string *string, const char *bytes, size_t length)
{
	if (!grow(string, length))
		return;
	memcpy(string->bytes + string->length, bytes, length);
	string->length += length;
	string->bytes[string->length] = '\0';
}

void string_keep(struct string *string, size_t from, size_t to)
{
	if (string->size == 0)
		return;
	memmove(string->bytes, string->bytes + from, to - from);
	string->length = to - from;
	string->bytes[string->length] = '\0';
}

void string_add(struct string *string, const char *text)
{
	string_bytes(string, text, strlen(text));
}

void string_char(struct string *string, char c)
{
	string_bytes(string, &c, 1);
}

void string_number(struct string *string, int64_t number)
{
	char digits[24];
	struct text text = text_in(digits, sizeof digits);
	text_number(&text, number);
	string_add(string, digits);
}
