/* wrap.h - breaks a line of text into rows of a window, between words. Pure. */
#ifndef BOT_NET_CONSOLE_WRAP_H
#define BOT_NET_CONSOLE_WRAP_H

#include <stddef.h>

/*
 * Returns how many columns `length` bytes of UTF-8 take. mIRC codes for colours and bold take none.
 */
size_t wrap_width(const char *text, size_t length);
/* Returns the bytes of the mIRC code at the start of text, or 0. */
size_t wrap_code_length(const char *text);
/* Returns the bytes of the character at the start of text, or 0 at the end. */
size_t wrap_character_length(const char *text);
/*
 * Returns the bytes of the first row of text: at most `columns` columns, at least one character,
 * ended between words if possible. Sets *skip to the number of blanks after the row, which are not
 * shown.
 */
size_t wrap_row(const char *text, size_t columns, size_t *skip);

#endif
