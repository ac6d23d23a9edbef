#include "bot/base/json.h"

#include <string.h>

static void begin(struct string *out, const char *key)
{
	if (out->length > 0 && strchr("{[", out->bytes[out->length - 1]) == NULL)
		string_add_char(out, ',');
	if (key != NULL) {
		string_add_json(out, key);
		string_add_char(out, ':');
	}
}

void json_begin_object(struct string *out, const char *key)
{
	begin(out, key);
	string_add_char(out, '{');
}

void json_begin_list(struct string *out, const char *key)
{
	begin(out, key);
	string_add_char(out, '[');
}

void json_end(struct string *out, char end)
{
	string_add_char(out, end);
}

void json_text(struct string *out, const char *key, const char *text)
{
	begin(out, key);
	string_add_json(out, text);
}

void json_number(struct string *out, const char *key, int64_t number)
{
	begin(out, key);
	string_add_number(out, number);
}

void json_bool(struct string *out, const char *key, bool truth)
{
	begin(out, key);
	string_add(out, truth ? "true" : "false");
}
