/* linebuf.h - cuts the bytes from a server into lines. Pure, no I/O. */
#ifndef BOT_NET_LINEBUF_H
#define BOT_NET_LINEBUF_H

#include <stdbool.h>
#include <stddef.h>

/* LINEBUF_LINE: the longest line: '@', 8191 bytes of tags, and 2048 bytes of text. */
enum { LINEBUF_LINE = 1 + 8191 + 2048, LINEBUF_BYTES = 16 * 1024 };

/*
 * Starts as zeroes. 0 <= start <= seen <= end <= LINEBUF_BYTES. `start` is where the next line
 * begins; linebuf_peek has looked at everything before `seen`.
 */
struct linebuf {
	char bytes[LINEBUF_BYTES];
	size_t start;
	size_t seen;
	size_t end;
	bool skipping;         /* the current line is too long and is dropped up to its newline */
	unsigned long dropped; /* lines left out: too long, or with NUL or CR inside */
};

/*
 * Returns where to put the next bytes and sets *room to how many fit: zero only while whole lines
 * wait. Lines returned before become invalid.
 */
char *linebuf_get_space(struct linebuf *linebuf, size_t *room);
/* True if the buffer is full and whole lines wait in it. */
bool linebuf_is_full(const struct linebuf *linebuf);
/* True if more than half of the buffer is used. */
bool linebuf_is_half_full(const struct linebuf *linebuf);
/* Adds count bytes, which the caller has put where linebuf_get_space said. */
void linebuf_add(struct linebuf *linebuf, size_t count);
/*
 * Takes the next whole line, without CR LF, ended by a NUL. Returns NULL if no line is whole yet.
 * The caller may change its bytes. Empty lines are skipped.
 */
char *linebuf_next(struct linebuf *linebuf, size_t *length);
/*
 * Returns the next whole line without taking it, each line once; not ended by a NUL. Used to find
 * urgent lines while the others have to wait. Returns NULL after the last.
 */
const char *linebuf_peek(struct linebuf *linebuf, size_t *length);
/* Removes the line that linebuf_peek returned last. */
void linebuf_remove(struct linebuf *linebuf, const char *line);
/* Makes linebuf_peek start again from the first line. */
void linebuf_restart_peek(struct linebuf *linebuf);

#endif
