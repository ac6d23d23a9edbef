/* string.h - the growable string: every piece of text without a fixed bound is built with it. */
#ifndef BOT_BASE_STRING_H
#define BOT_BASE_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STRING_LOST = 0xff };

/*
 * bytes is never NULL and always ends with a NUL, so that an empty string can be read like any
 * other; length counts without it. Starts as STRING_EMPTY; freed by string_free.
 *
 * When memory runs out the string is lost: it keeps what it has, takes no more, and ends with
 * STRING_LOST behind its length. That is no byte of UTF-8, and so are all strings lost that are
 * made from its bytes. Whoever lets a string out asks string_lost, as half of it may say something
 * else.
 */
struct string {
	char *bytes;
	size_t length;
	size_t size; /* 0: bytes is not owned */
};

#define STRING_EMPTY ((struct string){ .bytes = (char *)"" })

void string_free(struct string *string);
/* True if memory ran out for it or for what it was made from. */
bool string_lost(const struct string *string);
/* True if nothing was to be in it: what is lost is not empty. */
bool string_empty(const struct string *string);
/* Empties the string, lost or not, and keeps its memory. */
void string_clear(struct string *string);
/* Keeps of it only what lies between two places in it, and is no longer lost behind them. */
void string_keep(struct string *string, size_t from, size_t to);
void string_add(struct string *string, const char *text);
void string_bytes(struct string *string, const char *bytes, size_t length);
void string_char(struct string *string, char c);
void string_number(struct string *string, int64_t number);
/* Returns true if a text is UTF-8: STRING_LOST is not. */
bool string_is_utf8(const char *text);
/*
 * The text as a string of JSON, in its quotes; bytes that are not UTF-8 become U+FFFD, but what is
 * made of a lost string is lost.
 */
void string_json(struct string *string, const char *text);

#endif
