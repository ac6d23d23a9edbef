/* linebuf.h - cuts the bytes from a server into lines. Pure, no I/O. */
#ifndef BOT_NET_LINEBUF_H
#define BOT_NET_LINEBUF_H

#include <stdbool.h>
#include <stddef.h>

/*
 * LINEBUF_LINE: bytes of the longest line: '@', 8191 bytes of tags, 2048 bytes of text.
 * LINEBUF_BYTES: size of the buffer.
 */
enum { LINEBUF_LINE = 1 + 8191 + 2048, LINEBUF_BYTES = 16 * 1024 };

/*
 * A buffer for received bytes; initialize to zeroes. Always 0 <= start <= seen <= end <=
 * LINEBUF_BYTES.
 */
struct linebuf {
	char bytes[LINEBUF_BYTES];
	size_t start;          /* index of the beginning of the next line */
	size_t seen;           /* linebuf_peek has looked at the bytes before this index */
	size_t end;            /* index for the next received bytes */
	bool skipping;         /* the current line is too long and is dropped up to its newline */
	unsigned long dropped; /* number of lines dropped: too long, or with NUL or CR inside */
};

/*
 * Returns where to write received bytes, and sets *room to how many fit. *room is 0 only while
 * whole lines wait. Invalidates lines that linebuf_next and linebuf_peek have returned.
 */
char *linebuf_get_space(struct linebuf *linebuf, size_t *room);
/* True if the buffer is full and whole lines wait in it. */
bool linebuf_is_full(const struct linebuf *linebuf);
/* True if more than half of the buffer is used. */
bool linebuf_is_half_full(const struct linebuf *linebuf);
/* Adds the bytes that the caller has written to the place from linebuf_get_space. */
void linebuf_add(struct linebuf *linebuf, size_t count);
/*
 * Takes the next whole line, ended by a NUL instead of CR LF; skips empty lines. The caller may
 * change the bytes. Returns NULL if no whole line is left.
 */
char *linebuf_next(struct linebuf *linebuf, size_t *length);
/*
 * Returns the next whole line that was not peeked yet, and leaves it in the buffer. The line is not
 * ended by a NUL. Used to find urgent lines while input is paused. Returns NULL after the last
 * line.
 */
const char *linebuf_peek(struct linebuf *linebuf, size_t *length);
/* Removes `line`, which must be the last one that linebuf_peek returned. */
void linebuf_remove(struct linebuf *linebuf, const char *line);
/* Makes linebuf_peek start again from the first line. */
void linebuf_restart_peek(struct linebuf *linebuf);

#endif
