/*
 * matrix/mend.h - JSON that a server passes on and a parser refuses. Pure.
 *
 * What one person on some server puts into an event stands in one text with all that others say;
 * it must not keep that from being read.
 */
#ifndef BOT_NET_MATRIX_MEND_H
#define BOT_NET_MATRIX_MEND_H

#include <stddef.h>

#include "bot/base/string.h"

/* Arrays and objects in each other that are read; within is null. */
enum { MEND_DEPTH = 500 };

/*
 * Adds text to out, with what is no character replaced by U+FFFD, and by null what is no number, or
 * none that fits, and what is too deep. Its brackets and quotes stay as they are.
 */
void mend(struct string *out, const char *text, size_t length);

/*
 * About how many bytes of memory the text of JSON takes beside its strings when it is parsed, at
 * most: hundreds for each value that is written with two characters.
 */
size_t mend_weight(const char *text, size_t length);

#endif
