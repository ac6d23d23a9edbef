/*
 * matrix/members.h - reads an answer of /joined_members one member at a time, as the answer of a
 * large room is too long to parse at once. Pure.
 */
#ifndef BOT_NET_MATRIX_MEMBER_READER_H
#define BOT_NET_MATRIX_MEMBER_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/string.h"

/* Initialize to zeros and STRING_EMPTY. */
struct member_reader {
	struct string text;
	size_t at;
};

/* Begins to read an answer's body, which is copied. Returns false if it is not a JSON object. */
bool member_reader_open(struct member_reader *members, const char *text, size_t length);
void member_reader_close(struct member_reader *members);
/*
 * Writes the next member to out: an object with the user id as its only key. Drops the content of a
 * member longer than 16 kB. Returns false at the end.
 */
bool member_reader_next(struct member_reader *members, struct string *out);

#endif
