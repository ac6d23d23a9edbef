/*
 * Any bytes from a server in pieces of any size: the same lines come out as when they come one by
 * one, each fit to be a line. The first byte is the size of the pieces; where it is 0xfe, a byte
 * 0xff repeats the one before it, so that a few of them are a line that is too long.
 */
#include "bot/net/frame.h"

#include "tests/fuzz/fuzz.h"

/* MOST: so long inputs get; beyond a quarter of it they come in larger pieces, for speed. */
enum { REPEAT = 4000, MOST = 20000 };

/* The lines that came out so far, with their NULs. */
struct heard {
	char bytes[2 * MOST];
	size_t length;
	size_t lines;
};

static void hear(struct heard *heard, const char *line, size_t length)
{
	fuzz_must(length > 0 && length <= FRAME_LINE && strlen(line) == length);
	fuzz_must(memchr(line, '\r', length) == NULL && memchr(line, '\n', length) == NULL);
	fuzz_must(heard->length + length < sizeof heard->bytes);
	memcpy(heard->bytes + heard->length, line, length + 1);
	heard->length += length + 1;
	heard->lines++;
}

static void take(struct frame *frame, struct heard *heard)
{
	size_t length;

	for (char *line; (line = frame_next(frame, &length)) != NULL;)
		hear(heard, line, length);
	fuzz_must(frame->start <= frame->seen && frame->seen <= frame->end &&
		frame->end <= FRAME_ROOM && !frame_full(frame));
}

static void put(struct frame *frame, struct heard *heard, const uint8_t *bytes, size_t count)
{
	while (count > 0) {
		size_t room, part;
		char *at = frame_room(frame, &room);

		fuzz_must(room > 0);
		part = count < room ? count : room;
		memcpy(at, bytes, part);
		frame_fill(frame, part);
		take(frame, heard);
		bytes += part;
		count -= part;
	}
}

/* Looks ahead at what waits, and takes what begins with the letter away: it does not come again. */
static void look(struct frame *frame, struct heard *heard, const uint8_t *bytes, size_t count)
{
	size_t room, length;
	char *at = frame_room(frame, &room);

	count = count < room ? count : room;
	memcpy(at, bytes, count);
	frame_fill(frame, count);
	for (const char *line; (line = frame_ahead(frame, &length)) != NULL;)
		if (length > 0 && line[0] == 'P')
			frame_blank(frame, line, length);
	for (char *line; (line = frame_next(frame, &length)) != NULL;) {
		fuzz_must(line[0] != 'P');
		hear(heard, line, length);
	}
}

/* Writes at most MOST bytes; returns their number. */
static size_t stretch(const uint8_t *data, size_t size, uint8_t bytes[MOST])
{
	size_t length = 0;

	for (size_t i = 1; i < size; i++) {
		bool repeat = data[0] == 0xfe && data[i] == 0xff && length > 0;
		size_t count = repeat ? REPEAT : 1;

		if (count > MOST - length)
			break;
		memset(bytes + length, repeat ? bytes[length - 1] : data[i], count);
		length += count;
	}
	return length;
}

/* The bytes stay, for speed. */
static void restart(struct frame *frame)
{
	frame->start = frame->seen = frame->end = frame->dropped = 0;
	frame->skipping = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct frame frame;
	static struct heard whole, pieces, ahead;
	static uint8_t bytes[MOST];
	size_t length = stretch(data, size, bytes);
	size_t piece = size > 0 ? (data[0] + 1u) * (length > MOST / 4 ? 64 : 1) : 1;
	unsigned long dropped;

	restart(&frame);
	whole.length = whole.lines = pieces.length = pieces.lines = ahead.length = ahead.lines = 0;
	put(&frame, &whole, bytes, length);
	dropped = frame.dropped;
	restart(&frame);
	for (size_t at = 0; at < length; at += piece)
		put(&frame, &pieces, bytes + at, length - at < piece ? length - at : piece);
	fuzz_must(whole.length == pieces.length && dropped == frame.dropped &&
		memcmp(whole.bytes, pieces.bytes, whole.length) == 0);
	restart(&frame);
	look(&frame, &ahead, bytes, length);
	fuzz_must(ahead.lines <= whole.lines || length > FRAME_ROOM);
	return 0;
}
