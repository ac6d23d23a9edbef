/* json.h - adds JSON to a string, with commas where needed. */
#ifndef BOT_BASE_JSON_H
#define BOT_BASE_JSON_H

#include <stdbool.h>

#include "bot/base/string.h"

/*
 * Begins an object. Here and below, key is NULL for an element of a list and for the outermost
 * value.
 */
void json_begin_object(struct string *out, const char *key);
/* Begins a list. */
void json_begin_list(struct string *out, const char *key);
/* Ends an object (end: '}') or a list (end: ']'). */
void json_end(struct string *out, char end);
void json_text(struct string *out, const char *key, const char *text);
void json_number(struct string *out, const char *key, int64_t number);
void json_bool(struct string *out, const char *key, bool truth);

#endif
