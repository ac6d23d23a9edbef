/*
 * matrix/json_repair.h - repairs JSON that the parser refuses. Pure.
 *
 * One answer of the server contains events of many people. Bad bytes in one event must not make the
 * other events unreadable.
 */
#ifndef BOT_NET_MATRIX_JSON_REPAIR_H
#define BOT_NET_MATRIX_JSON_REPAIR_H

#include <stddef.h>

#include "bot/base/string.h"

/* Deepest nesting; arrays and objects nested deeper become null. */
enum { REPAIR_DEPTH = 500 };

/*
 * Adds the repaired text to `out`. Bytes that are not UTF-8 become U+FFFD. Invalid or huge numbers,
 * and values nested too deep, become null. Does not repair missing brackets and quotes.
 */
void json_repair(struct string *out, const char *text, size_t length);

/*
 * Returns an upper estimate, in bytes, of the memory that the parsed JSON will take in addition to
 * its strings. A value of two characters can take hundreds of bytes.
 */
size_t json_memory_estimate(const char *text, size_t length);

#endif
