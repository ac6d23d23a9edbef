/*
 * matrix/members.h - reads an answer of /joined_members one member at a time: the answer of
 * a large room is too long to be parsed at once. Pure.
 */
#ifndef BOT_NET_MATRIX_MEMBERS_H
#define BOT_NET_MATRIX_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/string.h"

/* Starts as zeros but for STRING_EMPTY. */
struct members {
	struct string text;
	size_t at;
};

/* Begins with the body of an answer, which is copied. Returns false if it begins no JSON object. */
bool members_open(struct members *members, const char *text, size_t length);
void members_close(struct members *members);
/*
 * Writes the next member to out as a JSON object with their id as its only key, without content if
 * it is longer than 16 kB. Returns false at the end.
 */
bool members_next(struct members *members, struct string *out);

#endif
