/* text.h - a bounded string writer, for all text of limited length */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes into a buffer of the caller. `at` always points to a terminating NUL inside it. Text
 * beyond the end is cut before the first byte that does not fit, never inside a UTF-8 character;
 * then `cut` is set, and later text is ignored.
 */
struct text {
	char *start;
	char *at;
	char *end;
	bool cut;
};

/* Begins an empty text in a buffer of `size` bytes, at least 1 for the NUL. */
struct text text_in(char *buffer, size_t size);
void text_add(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t length);
void text_char(struct text *text, char c);
void text_number(struct text *text, int64_t number);
/* Writes bytes as lower-case hexadecimal digits. */
void text_hex(struct text *text, const uint8_t *bytes, size_t length);
/* Returns the number of bytes written so far, without the NUL. */
size_t text_length(const struct text *text);
/* Copies a string to a buffer of `size` bytes, cut to fit. Returns false if it was cut. */
bool text_copy(char *buffer, size_t size, const char *string);

/* Converts an ASCII letter to upper case, in every locale; returns any other byte unchanged. */
static inline char text_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Returns true if two strings are equal, ignoring the case of ASCII letters. */
bool text_same(const char *a, const char *b);

#endif
