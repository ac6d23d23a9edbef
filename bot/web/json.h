/* json.h - appends JSON to a string, with commas where needed. */
#ifndef BOT_WEB_JSON_H
#define BOT_WEB_JSON_H

#include <stdbool.h>

#include "bot/base/string.h"

/* Begin an object or a list. key is NULL for elements of a list and at the top, here and below. */
void json_begin_object(struct string *out, const char *key);
void json_begin_list(struct string *out, const char *key);
/* Ends an object with '}' or a list with ']'. */
void json_end(struct string *out, char end);
void json_text(struct string *out, const char *key, const char *text);
void json_number(struct string *out, const char *key, int64_t number);
void json_bool(struct string *out, const char *key, bool truth);

#endif
