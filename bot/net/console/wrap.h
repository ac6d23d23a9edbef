/* wrap.h - breaks text into rows of a window, between words. Pure. */
#ifndef BOT_NET_CONSOLE_WRAP_H
#define BOT_NET_CONSOLE_WRAP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns how many columns `length` bytes of UTF-8 take. mIRC codes for colours and bold take none.
 */
size_t wrap_width(const char *text, size_t length);
/* Returns the length of the mIRC code at the start of text, or 0. */
size_t wrap_code_length(const char *text);

/* The layout of a text whose lines are separated by \n. */
struct wrap {
	const char *at; /* the rest of the text */
	size_t columns; /* width of a row */
	size_t indent;  /* number of blanks before each row of a line except the first */
	bool inside;    /* the next row begins in the middle of a line */
};

/* A row of a text. */
struct wrap_row {
	const char *text;
	size_t length; /* in bytes */
	size_t indent; /* number of blanks before the row */
};

/*
 * Takes the next row of a text: at most `columns` columns, at least one character, ended between
 * words if possible. Returns false at the end of the text.
 */
bool wrap_next(struct wrap *wrap, struct wrap_row *row);
/* Counts the rows of a text. */
size_t wrap_count(struct wrap wrap);

#endif
