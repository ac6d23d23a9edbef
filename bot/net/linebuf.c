/* linebuf.c - cuts the bytes from a server into lines. */
#include "bot/net/linebuf.h"

#include <string.h>

/* Maximum number of bytes of a line with its CR. A longer line is dropped. */
enum { LINEBUF_RAW = LINEBUF_LINE + 1 };

static bool linebuf_has_line(const struct linebuf *linebuf)
{
	return memchr(linebuf->bytes + linebuf->start, '\n', linebuf->end - linebuf->start) != NULL;
}

bool linebuf_is_full(const struct linebuf *linebuf)
{
	return linebuf->end - linebuf->start == LINEBUF_BYTES && linebuf_has_line(linebuf);
}

bool linebuf_is_half_full(const struct linebuf *linebuf)
{
	return linebuf->end - linebuf->start > LINEBUF_BYTES / 2;
}

char *linebuf_get_space(struct linebuf *linebuf, size_t *room)
{
	/* Empty the buffer if it holds only the beginning of a line that is too long. */
	if (linebuf->end - linebuf->start > LINEBUF_RAW && !linebuf_has_line(linebuf)) {
		linebuf->skipping = true;
		linebuf->start = linebuf->seen = linebuf->end = 0;
	}
	if (linebuf->start > 0) {
		memmove(linebuf->bytes, linebuf->bytes + linebuf->start,
			linebuf->end - linebuf->start);
		linebuf->seen -= linebuf->start;
		linebuf->end -= linebuf->start;
		linebuf->start = 0;
	}
	*room = LINEBUF_BYTES - linebuf->end;
	return linebuf->bytes + linebuf->end;
}

void linebuf_add(struct linebuf *linebuf, size_t count)
{
	linebuf->end += count;
}

char *linebuf_next(struct linebuf *linebuf, size_t *length)
{
	char *line = linebuf->bytes + linebuf->start, *newline;
	for (; (newline = memchr(line, '\n', linebuf->end - linebuf->start)) != NULL;
		line = newline + 1) {
		*length = (size_t)(newline - line);
		linebuf->start += *length + 1;
		if (linebuf->seen < linebuf->start)
			linebuf->seen = linebuf->start;
		if (linebuf->skipping || *length > LINEBUF_RAW) {
			linebuf->skipping = false;
			linebuf->dropped++;
			continue;
		}
		while (*length > 0 && line[*length - 1] == '\r')
			--*length;
		if (*length == 0)
			continue;
		if (*length > LINEBUF_LINE || memchr(line, '\0', *length) != NULL ||
			memchr(line, '\r', *length) != NULL) {
			linebuf->dropped++;
			continue;
		}
		line[*length] = '\0';
		return line;
	}
	return NULL;
}

const char *linebuf_peek(struct linebuf *linebuf, size_t *length)
{
	const char *line, *newline;
	bool tail; /* the bytes at `line` are the end of a line that was too long */
	do {
		tail = linebuf->skipping && linebuf->seen == linebuf->start;
		line = linebuf->bytes + linebuf->seen;
		newline = memchr(line, '\n', linebuf->end - linebuf->seen);
		if (newline == NULL)
			return NULL;
		*length = (size_t)(newline - line);
		linebuf->seen += *length + 1;
	} while (tail);
	if (*length > 0 && line[*length - 1] == '\r')
		--*length;
	return line;
}

void linebuf_remove(struct linebuf *linebuf, const char *line)
{
	char *at = linebuf->bytes + (line - linebuf->bytes);
	size_t count = (size_t)(linebuf->bytes + linebuf->seen - at);
	memmove(at, at + count, linebuf->end - linebuf->seen);
	linebuf->seen -= count;
	linebuf->end -= count;
}

void linebuf_restart_peek(struct linebuf *linebuf)
{
	linebuf->seen = linebuf->start;
}
