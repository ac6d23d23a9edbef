#include "bot/web/form.h"

#include <string.h>

#include "bot/web/route.h"

/* Maximum number of bytes of an encoded value, NUL included. */
enum { FORM_VALUE = 256 };

/* Decodes a value, in which + is a blank. */
static bool decode(const char *from, size_t length, char *value, size_t size)
{
	char spaced[FORM_VALUE];
	if (length >= sizeof spaced)
		return false;
	for (size_t i = 0; i < length; i++)
		spaced[i] = from[i] == '+' ? ' ' : from[i];
	return route_decode(spaced, length, value, size);
}

bool form_text(const char *form, const char *name, unsigned which, char *value, size_t size)
{
	size_t key = strlen(name);
	value[0] = '\0';
	for (const char *at = form; *at != '\0';) {
		size_t length = strcspn(at, "&");
		bool named = strncmp(at, name, key) == 0 && at[key] == '=' && key < length;
		if (named && which-- == 0) {
			bool read = decode(at + key + 1, length - key - 1, value, size);
			if (!read)
				value[0] = '\0';
			return read;
		}
		at += length + (at[length] == '&');
	}
	return false;
}

int64_t form_number(const char *form, const char *name)
{
	char text[12];
	int64_t number = 0;
	if (!form_text(form, name, 0, text, sizeof text) || text[0] == '\0')
		return -1;
	for (const char *at = text; *at != '\0'; at++) {
		if (*at < '0' || *at > '9')
			return -1;
		number = number * 10 + (*at - '0');
	}
	return number;
}
