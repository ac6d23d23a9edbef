#include "bot/web/form.h"

#include <string.h>

#include "bot/web/route.h"

/* Maximum number of bytes of an encoded value, NUL included. */
enum { FORM_VALUE = 256 };

bool form_text(const char *form, const char *name, unsigned which, char *value, size_t size)
{
	size_t key = strlen(name);
	value[0] = '\0';
	for (const char *at = form; *at != '\0';) {
		size_t length = strcspn(at, "&");
		bool named = strncmp(at, name, key) == 0 && at[key] == '=' && key < length;
		if (named && which-- == 0) {
			const char *from = at + key + 1;
			size_t count = length - key - 1;
			char spaced[FORM_VALUE];
			for (size_t i = 0; i < count && i < sizeof spaced; i++)
				spaced[i] = from[i] == '+' ? ' ' : from[i];
			if (count < sizeof spaced && route_decode(spaced, count, value, size))
				return true;
			value[0] = '\0';
			return false;
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
