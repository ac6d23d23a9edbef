/* cut.h - a text as lines: what cannot stand in one, and where one that is too long is cut. Pure.
 */
#ifndef BOT_NET_CUT_H
#define BOT_NET_CUT_H

#include <stddef.h>

/* As many of the first limit bytes of a longer text in UTF-8 as are whole characters. */
size_t cut_whole(const char *text, size_t limit);
/*
 * How many of length bytes go into one line of at most limit, at least 8: they end before a blank,
 * or where there is none with a character and what belongs to it.
 */
size_t cut_line(const char *text, size_t length, size_t limit);
/*
 * Writes length bytes without what ends a line or starts a command between programs, and a zero
 * byte; returns how many were written before that.
 */
size_t cut_tidy(const char *text, size_t length, char *out);

#endif
