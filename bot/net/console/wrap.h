/* wrap.h - breaks a line of text into rows of a window, between words. Pure. */
#ifndef BOT_NET_CONSOLE_WRAP_H
#define BOT_NET_CONSOLE_WRAP_H

#include <stddef.h>

/* Returns the columns of so many bytes of UTF-8. mIRC codes for colours and bold take none. */
size_t wrap_width(const char *text, size_t length);
/* Return the bytes of the mIRC code or the character at the start of text, or 0. */
size_t wrap_code_length(const char *text);
size_t wrap_character_length(const char *text);
/*
 * Returns the bytes of the first row of text: at most so many columns, at least one character,
 * ended between words if possible. *skip is the number of blanks behind it, which no row shows.
 */
size_t wrap_row(const char *text, size_t columns, size_t *skip);

#endif
