/* line_split.h - cuts text into lines between words and characters. Pure. */
#ifndef BOT_NET_LINE_SPLIT_H
#define BOT_NET_LINE_SPLIT_H

#include <stddef.h>

/* Returns the largest length up to limit at which UTF-8 text is cut between two characters. */
size_t line_split_at_character(const char *text, size_t limit);
/*
 * Returns how many of length bytes fit in one line of at most limit bytes (at least 8). Cuts before
 * a blank, or in a long word between characters, with combining marks kept together.
 */
size_t line_split_length(const char *text, size_t length, size_t limit);
/*
 * Copies text without CR, LF and 0x01, the mark of CTCP requests; line breaks inside become blanks.
 * Returns the length written without the final NUL. out has room for length + 1 bytes.
 */
size_t line_split_clean(const char *text, size_t length, char *out);

#endif
