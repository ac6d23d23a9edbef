/*
 * matrix/member_reader.h - reads an answer of /joined_members one member at a time, because the
 * answer for a large room is too long to parse at once. Pure.
 */
#ifndef BOT_NET_MATRIX_MEMBER_READER_H
#define BOT_NET_MATRIX_MEMBER_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/string.h"

/* A position in an answer. Initialize `text` to STRING_EMPTY and `at` to 0. */
struct member_reader {
	struct string text;
	size_t at;
};

/*
 * Begins to read the body of an answer; copies the body. Returns false if the body is not a JSON
 * object.
 */
bool member_reader_open(struct member_reader *members, const char *text, size_t length);
void member_reader_close(struct member_reader *members);
/*
 * Writes the next member to `out`, as a JSON object with the user id as its only key. If the member
 * is longer than 16 kB, its content is dropped. Returns false at the end.
 */
bool member_reader_next(struct member_reader *members, struct string *out);

#endif
