/* linebuf.h - bytes in, lines out: cuts what a server sends into whole lines. Pure, no I/O. */
#ifndef BOT_NET_LINEBUF_H
#define BOT_NET_LINEBUF_H

#include <stdbool.h>
#include <stddef.h>

/* The longest line: '@', 8191 bytes of tags and as much text as anybody here can use. */
enum { LINEBUF_LINE = 1 + 8191 + 2048, LINEBUF_ROOM = 16 * 1024 };

/*
 * Starts as zeroes. 0 <= start <= seen <= end <= LINEBUF_ROOM; start is where the next line begins,
 * a newline is not in start…seen unless linebuf_ahead has passed it.
 */
struct linebuf {
	char bytes[LINEBUF_ROOM];
	size_t start;
	size_t seen;
	size_t end;
	bool skipping;         /* inside a line that was too long: nothing counts up to its end */
	unsigned long dropped; /* lines left out: too long, or with a NUL or CR inside */
};

/*
 * Where the next bytes go and how many of them fit; none only while lines are waiting to be taken.
 * What linebuf_next gave is no longer valid.
 */
char *linebuf_room(struct linebuf *linebuf, size_t *room);
/* True if nothing more fits because lines are waiting to be taken. */
bool linebuf_full(const struct linebuf *linebuf);
/* True if half of the room is taken. */
bool linebuf_crowded(const struct linebuf *linebuf);
/* So many bytes were put there. */
void linebuf_fill(struct linebuf *linebuf, size_t count);
/*
 * The next whole line, without its end (CR LF or LF) and ended by a NUL; the caller may change its
 * bytes. NULL: none is whole. Empty lines are passed over.
 */
char *linebuf_next(struct linebuf *linebuf, size_t *length);
/*
 * Looks at whole lines that wait to be taken, each once; not ended by a NUL. To be used when lines
 * are not to be taken yet but some can't wait.
 */
const char *linebuf_ahead(struct linebuf *linebuf, size_t *length);
/* The line last given by linebuf_ahead was dealt with: it is gone, and its room free. */
void linebuf_remove(struct linebuf *linebuf, const char *line);
/* linebuf_ahead begins with the first line again. */
void linebuf_look_again(struct linebuf *linebuf);

#endif
