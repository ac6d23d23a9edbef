/* string.h - the growable string: every piece of text without a fixed bound is built with it. */
#ifndef BOT_BASE_STRING_H
#define BOT_BASE_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * bytes is never NULL and always ends with a NUL, so that an empty string can be read like any
 * other; length counts without it. Starts as STRING_EMPTY; freed by string_free.
 */
struct string {
	char *bytes;
	size_t length;
	size_t size; /* 0: bytes is not owned */
};

#define STRING_EMPTY ((struct string){ .bytes = (char *)"" })

void string_free(struct string *string);
bool string_empty(const struct string *string);
/* Empties the string, and keeps its memory. */
void string_clear(struct string *string);
/* Keeps only the part between two places in the string. */
void string_keep(struct string *string, size_t from, size_t to);
void string_add(struct string *string, const char *text);
void string_bytes(struct string *string, const char *bytes, size_t length);
void string_char(struct string *string, char c);
void string_number(struct string *string, int64_t number);
/* Returns true if a text is UTF-8. */
bool string_is_utf8(const char *text);
/* Adds the text as a string of JSON, in its quotes; bytes that are not UTF-8 become U+FFFD. */
void string_json(struct string *string, const char *text);

#endif
