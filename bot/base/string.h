/* string.h - the growable string, for all text without a fixed bound. */
#ifndef BOT_BASE_STRING_H
#define BOT_BASE_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A growable string. `bytes` is never NULL and ends with a NUL, which `length` does not count.
 * Begin with STRING_EMPTY and end with string_free.
 */
struct string {
	char *bytes;
	size_t length;
	size_t size; /* allocated bytes; 0: the string does not own `bytes` */
};

#define STRING_EMPTY ((struct string){ .bytes = (char *)"" })

void string_free(struct string *string);
bool string_is_empty(const struct string *string);
/* Empties the string and keeps its memory for later text. */
void string_clear(struct string *string);
/* Replaces the string by a text, or by "" if the text is NULL. */
void string_set(struct string *string, const char *text);
/* Cuts the string down to the bytes from index `from` to `to` - 1. */
void string_keep_range(struct string *string, size_t from, size_t to);
void string_add(struct string *string, const char *text);
void string_add_bytes(struct string *string, const char *bytes, size_t length);
void string_add_char(struct string *string, char c);
void string_add_number(struct string *string, int64_t number);
/*
 * Returns the length of the character at the start of a text, which must not be empty, and sets
 * *point to its code point. A byte that is not UTF-8 has the length 1 and the code point -1.
 */
size_t string_read_point(const char *text, int32_t *point);
/* Returns true if a word of `length` bytes is in a list of words with a separator between them. */
bool string_has_word(const char *list, char separator, const char *word, size_t length);
/* Returns true if a text is valid UTF-8. */
bool string_is_utf8(const char *text);
/* Adds a text as a JSON string in quotes. Bytes that are not UTF-8 become U+FFFD. */
void string_add_json(struct string *string, const char *text);

#endif
