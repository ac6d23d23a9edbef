/* line_split.h - cuts text into lines between words and characters. Pure. */
#ifndef BOT_NET_IRC_LINE_SPLIT_H
#define BOT_NET_IRC_LINE_SPLIT_H

#include <stddef.h>

/* Returns the largest length, at most `limit`, that does not cut a UTF-8 character in two. */
size_t line_split_at_character(const char *text, size_t limit);
/*
 * Returns how many bytes of a text, ended by a NUL, go in its first line of at most `limit` bytes
 * (at least 8). Cuts before a blank; cuts a longer word between two characters, not before a
 * combining mark.
 */
size_t line_split_length(const char *text, size_t length, size_t limit);
/*
 * Copies a text without CR, LF and 0x01 (the mark of CTCP requests). Line breaks within the text
 * become blanks. `out` has room for length + 1 bytes. Returns the length written, without the NUL.
 */
size_t line_split_clean(const char *text, size_t length, char *out);

#endif
