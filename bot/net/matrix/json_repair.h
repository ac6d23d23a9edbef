/*
 * matrix/json_repair.h - repairs JSON that a parser refuses. Pure.
 *
 * One answer holds the events of many people. Bad bytes in one event must not make the others
 * unreadable.
 */
#ifndef BOT_NET_MATRIX_JSON_REPAIR_H
#define BOT_NET_MATRIX_JSON_REPAIR_H

#include <stddef.h>

#include "bot/base/string.h"

/* Arrays and objects nested deeper become null. */
enum { REPAIR_DEPTH = 500 };

/*
 * Adds repaired text to out. Bytes that are not UTF-8 become U+FFFD; bad or huge numbers and values
 * nested too deep become null. Brackets and quotes stay.
 */
void json_repair(struct string *out, const char *text, size_t length);

/*
 * Returns an upper estimate of the memory that parsed JSON takes beside its strings: hundreds of
 * bytes for a value of two characters.
 */
size_t json_memory_estimate(const char *text, size_t length);

#endif
