#include "config/errors.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

enum { ERROR_MOST = 1024 };

static void errors_append(struct config_errors *errors, const char *text)
{
	size_t length = strlen(text);
	size_t room = errors->room;
	while (room <= errors->length + length)
		room = room * 2 + ERROR_MOST;
	if (room != errors->room)
		errors->text = memory_grow(errors->text, room, 1);
	memcpy(errors->text + errors->length, text, length + 1);
	errors->room = room;
	errors->length += length;
}

void errors_add(
	struct config_errors *errors, const char *file, unsigned line, const char *format, ...)
{
	char what[ERROR_MOST];
	char where[32] = "";
	char whole[PATH_MAX + ERROR_MOST + sizeof(where)];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	if (line > 0)
		snprintf(where, sizeof(where), ":%u", line);
	snprintf(whole, sizeof(whole), "%s%s: %s\n", file, where, what);
	errors->count++;
	errors_append(errors, whole);
}

void config_errors_free(struct config_errors *errors)
{
	free(errors->text);
	*errors = (struct config_errors){ .count = 0 };
}
