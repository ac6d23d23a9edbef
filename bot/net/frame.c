/* frame.c - bytes in, lines out. */
#include "bot/net/frame.h"

#include <string.h>

/* A line with the CR at its end: whatever is longer is dropped, in whatever pieces it comes. */
enum { FRAME_RAW = FRAME_LINE + 1 };

static bool frame_waits(const struct frame *frame)
{
	return memchr(frame->bytes + frame->start, '\n', frame->end - frame->start) != NULL;
}

bool frame_full(const struct frame *frame)
{
	return frame->end - frame->start == FRAME_ROOM && frame_waits(frame);
}

/* Nothing of a line that has grown too long is kept. */
static void frame_bound(struct frame *frame)
{
	if (frame->end - frame->start <= FRAME_RAW || frame_waits(frame))
		return;
	frame->skipping = true;
	frame->start = frame->seen = frame->end = 0;
}

char *frame_room(struct frame *frame, size_t *room)
{
	frame_bound(frame);
	if (frame->start > 0) {
		memmove(frame->bytes, frame->bytes + frame->start, frame->end - frame->start);
		frame->seen -= frame->start;
		frame->end -= frame->start;
		frame->start = 0;
	}
	*room = FRAME_ROOM - frame->end;
	return frame->bytes + frame->end;
}

void frame_fill(struct frame *frame, size_t count)
{
	frame->end += count;
}

/* Takes up to and with the next newline; NULL when there is none. */
static char *frame_cut(struct frame *frame, size_t *length)
{
	char *line = frame->bytes + frame->start;
	char *newline = memchr(line, '\n', frame->end - frame->start);

	if (newline == NULL)
		return NULL;
	*length = (size_t)(newline - line);
	frame->start += *length + 1;
	if (frame->seen < frame->start)
		frame->seen = frame->start;
	return line;
}

/* A line must be whole in length and hold no byte that would end it for somebody else. */
static bool frame_sound(const char *line, size_t length)
{
	return length <= FRAME_LINE && memchr(line, '\0', length) == NULL &&
		memchr(line, '\r', length) == NULL;
}

char *frame_next(struct frame *frame, size_t *length)
{
	char *line;

	while ((line = frame_cut(frame, length)) != NULL) {
		if (frame->skipping || *length > FRAME_RAW) {
			frame->skipping = false;
			frame->dropped++;
			continue;
		}
		while (*length > 0 && line[*length - 1] == '\r')
			--*length;
		if (*length == 0)
			continue;
		if (!frame_sound(line, *length)) {
			frame->dropped++;
			continue;
		}
		line[*length] = '\0';
		return line;
	}
	return NULL;
}

const char *frame_ahead(struct frame *frame, size_t *length)
{
	const char *line, *newline;
	bool tail; /* of a line that was too long: not a line */

	do {
		tail = frame->skipping && frame->seen == frame->start;
		line = frame->bytes + frame->seen;
		newline = memchr(line, '\n', frame->end - frame->seen);
		if (newline == NULL)
			return NULL;
		*length = (size_t)(newline - line);
		frame->seen += *length + 1;
	} while (tail);
	if (*length > 0 && line[*length - 1] == '\r')
		--*length;
	return line;
}

void frame_blank(struct frame *frame, const char *line, size_t length)
{
	memset(frame->bytes + (line - frame->bytes), '\n', length);
}
