/* linebuf.c - fuzz target: a server sends the input. Read at once or in blocks, it must give the
 * same lines, and each line must be valid. The first byte of the input is the block size. If it is
 * 0xfe, each byte 0xff repeats the byte before it REPEAT times, to make an overlong line. */
#include "bot/net/linebuf.h"

#include "tests/fuzz/fuzz.h"

/* MOST: most bytes to read. If there are more than MOST / 4, blocks are larger, for speed. */
enum { REPEAT = 4000, MOST = 20000 };

/* The lines read so far, each with its NUL. */
struct heard {
	char bytes[2 * MOST];
	size_t length;
	size_t lines;
};

static void hear(struct heard *heard, const char *line, size_t length)
{
	fuzz_must(length > 0 && length <= LINEBUF_LINE && strlen(line) == length);
	fuzz_must(memchr(line, '\r', length) == NULL && memchr(line, '\n', length) == NULL);
	fuzz_must(heard->length + length < sizeof heard->bytes);
	memcpy(heard->bytes + heard->length, line, length + 1);
	heard->length += length + 1;
	heard->lines++;
}

static void take(struct linebuf *linebuf, struct heard *heard)
{
	size_t length;
	for (char *line; (line = linebuf_next(linebuf, &length)) != NULL;)
		hear(heard, line, length);
	fuzz_must(linebuf->start <= linebuf->seen && linebuf->seen <= linebuf->end &&
		linebuf->end <= LINEBUF_BYTES && !linebuf_is_full(linebuf));
}

static void put(struct linebuf *linebuf, struct heard *heard, const uint8_t *bytes, size_t count)
{
	while (count > 0) {
		size_t room, part;
		char *at = linebuf_get_space(linebuf, &room);
		fuzz_must(room > 0);
		part = count < room ? count : room;
		memcpy(at, bytes, part);
		linebuf_add(linebuf, part);
		take(linebuf, heard);
		bytes += part;
		count -= part;
	}
}

/* Looks ahead at the waiting lines and removes each line that begins with P. The buffer must not
 * return a removed line later. */
static void look(struct linebuf *linebuf, struct heard *heard, const uint8_t *bytes, size_t count)
{
	size_t room, length;
	char *at = linebuf_get_space(linebuf, &room);
	count = count < room ? count : room;
	memcpy(at, bytes, count);
	linebuf_add(linebuf, count);
	for (const char *line; (line = linebuf_peek(linebuf, &length)) != NULL;)
		if (length > 0 && line[0] == 'P')
			linebuf_remove(linebuf, line);
	for (char *line; (line = linebuf_next(linebuf, &length)) != NULL;) {
		fuzz_must(line[0] != 'P');
		hear(heard, line, length);
	}
}

/* Writes the input with its repetitions, at most MOST bytes. Returns the number of bytes. */
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

/* Resets the buffer without clearing its bytes, for speed. */
static void restart(struct linebuf *linebuf)
{
	linebuf->start = linebuf->seen = linebuf->end = linebuf->dropped = 0;
	linebuf->skipping = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct linebuf linebuf;
	static struct heard whole, pieces, ahead;
	static uint8_t bytes[MOST];
	size_t length = stretch(data, size, bytes);
	size_t piece = size > 0 ? (data[0] + 1u) * (length > MOST / 4 ? 64 : 1) : 1;
	unsigned long dropped;
	restart(&linebuf);
	whole.length = whole.lines = pieces.length = pieces.lines = ahead.length = ahead.lines = 0;
	put(&linebuf, &whole, bytes, length);
	dropped = linebuf.dropped;
	restart(&linebuf);
	for (size_t at = 0; at < length; at += piece)
		put(&linebuf, &pieces, bytes + at, length - at < piece ? length - at : piece);
	fuzz_must(whole.length == pieces.length && dropped == linebuf.dropped &&
		memcmp(whole.bytes, pieces.bytes, whole.length) == 0);
	restart(&linebuf);
	look(&linebuf, &ahead, bytes, length);
	fuzz_must(ahead.lines <= whole.lines || length > LINEBUF_BYTES);
	return 0;
}
