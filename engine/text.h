/* text.h - the bounded writer: every piece of text of limited length is built with it. */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes into a caller-owned buffer. `at` always points to a terminating NUL inside it; what does
 * not fit is left out and `cut` remembers it; nothing more is added then. A string is cut before
 * the first byte that does not fit, never inside a UTF-8 character.
 */
struct text {
	char *start;
	char *at;
	char *end;
	bool cut;
};

/* Starts an empty text in buffer; size counts its bytes with the NUL and is at least 1. */
struct text text_in(char *buffer, size_t size);
void text_add(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t length);
void text_char(struct text *text, char c);
void text_number(struct text *text, int64_t number);
/* Bytes as lower-case hex digits. */
void text_hex(struct text *text, const uint8_t *bytes, size_t length);
/* Bytes written so far, without the NUL. */
size_t text_length(const struct text *text);

/* The capital of an ASCII letter, any other byte unchanged; no locale has a say in it. */
static inline char text_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* True if two strings are equal but for the case of ASCII letters. */
bool text_same(const char *a, const char *b);

#endif
