/* wrap.h - a line of text in rows of a window, broken between words. Pure. */
#ifndef BOT_NET_CONSOLE_WRAP_H
#define BOT_NET_CONSOLE_WRAP_H

#include <stddef.h>

/* The columns that so many bytes of UTF-8 take; codes of mIRC for colours and bold take none. */
size_t wrap_width(const char *text, size_t length);
/* The bytes of the code of mIRC, or of the character, that text begins with; 0 at its end. */
size_t wrap_code(const char *text);
size_t wrap_character(const char *text);
/*
 * The bytes of the row that text begins with, at most so many columns and at least a character;
 * a row ends with a word unless it is one word. *skip: the blanks behind it, which no row shows.
 */
size_t wrap_row(const char *text, size_t columns, size_t *skip);

#endif
