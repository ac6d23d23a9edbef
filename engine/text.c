#include "engine/text.h"

#include <string.h>

struct text text_in(char *buffer, size_t size)
{
	buffer[0] = '\0';
	return (struct text){ .start = buffer, .at = buffer, .end = buffer + size - 1 };
}

/* Returns the longest length that fits in room and ends between UTF-8 characters. */
static size_t text_fit(const char *bytes, size_t length, size_t room)
{
	if (length <= room)
		return length;
	for (size_t fit = room; fit > 0; fit--)
		if (((unsigned char)bytes[fit] & 0xc0) != 0x80)
			return fit;
	return 0;
}

void text_bytes(struct text *text, const char *bytes, size_t length)
{
	if (text->cut)
		return;
	size_t fit = text_fit(bytes, length, (size_t)(text->end - text->at));
	memcpy(text->at, bytes, fit);
	text->at += fit;
	*text->at = '\0';
	text->cut = fit < length;
}

void text_add(struct text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

void text_char(struct text *text, char c)
{
	text_bytes(text, &c, 1);
}

void text_number(struct text *text, int64_t number)
{
	char digits[20];
	size_t at = sizeof digits;
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (number < 0)
		digits[--at] = '-';
	text_bytes(text, digits + at, sizeof digits - at);
}

void text_hex(struct text *text, const uint8_t *bytes, size_t length)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < length; i++) {
		text_char(text, digits[bytes[i] >> 4]);
		text_char(text, digits[bytes[i] & 15]);
	}
}

size_t text_length(const struct text *text)
{
	return (size_t)(text->at - text->start);
}

bool text_copy(char *buffer, size_t size, const char *string)
{
	struct text text = text_in(buffer, size);
	text_add(&text, string);
	return !text.cut;
}

bool text_same(const char *a, const char *b)
{
	while (*a != '\0' && text_upper(*a) == text_upper(*b)) {
		a++;
		b++;
	}
	return text_upper(*a) == text_upper(*b);
}
