/* linebuf.c - bytes split into lines, for any pieces, lengths and content */
#include <stdlib.h>
#include <string.h>

#include "bot/net/linebuf.h"
#include "tests/cases.h"

static int make(void **state)
{
	*state = calloc(1, sizeof(struct linebuf));
	return *state == NULL;
}

static int end(void **state)
{
	free(*state);
	return 0;
}

#define LINEBUF_CASE(name) CASE_WITH(name, struct linebuf *linebuf, make, end)

/* Adds as many bytes as fit. Returns their number. */
static size_t put(struct linebuf *linebuf, const char *bytes, size_t length)
{
	size_t room;
	char *to = linebuf_get_space(linebuf, &room);
	if (length > room)
		length = room;
	memcpy(to, bytes, length);
	linebuf_add(linebuf, length);
	return length;
}

static void expect(struct linebuf *linebuf, const char *line)
{
	size_t length;
	const char *next = linebuf_next(linebuf, &length);
	if (line == NULL) {
		assert_null(next);
		return;
	}
	assert_non_null(next);
	assert_string_equal(next, line);
	assert_int_equal(length, strlen(line));
}

LINEBUF_CASE(lines_end_at_cr_and_lf)
{
	const char bytes[] = "\r\none\r\ntwo\n\n\r\r\nthree\r\r\nfour";
	put(linebuf, bytes, sizeof bytes - 1);
	expect(linebuf, "one");
	expect(linebuf, "two");
	expect(linebuf, "three");
	expect(linebuf, NULL);
	put(linebuf, "\r\n", 2);
	expect(linebuf, "four");
	expect(linebuf, NULL);
	assert_int_equal(linebuf->dropped, 0);
}

LINEBUF_CASE(malformed_lines_are_dropped)
{
	const char bytes[] = "a\0b\nc\rd\nfine\n";
	put(linebuf, bytes, sizeof bytes - 1);
	expect(linebuf, "fine");
	expect(linebuf, NULL);
	assert_int_equal(linebuf->dropped, 2);
}

LINEBUF_CASE(the_longest_line_fits_in_the_buffer)
{
	char *long_line = malloc(LINEBUF_LINE + 3);
	for (size_t over = 0; over < 3; over++) {
		memset(long_line, 'x', LINEBUF_LINE + over);
		long_line[LINEBUF_LINE + over] = '\n';
		assert_int_equal(
			put(linebuf, long_line, LINEBUF_LINE + over + 1), LINEBUF_LINE + over + 1);
		put(linebuf, "next\n", 5);
		if (over == 0) {
			long_line[LINEBUF_LINE] = '\0';
			expect(linebuf, long_line);
		}
		expect(linebuf, "next");
		expect(linebuf, NULL);
		assert_int_equal(linebuf->dropped, over);
	}
	free(long_line);
}

/* The lines are the same, however the bytes are split. */
LINEBUF_CASE(an_overlong_line_is_dropped_in_pieces_of_any_size)
{
	static char bytes[LINEBUF_BYTES];
	memset(bytes, '\r', sizeof bytes);
	memcpy(bytes, "one", 3);
	bytes[LINEBUF_LINE + 10] = '\n';
	for (size_t piece = 1; piece < 2 * LINEBUF_BYTES; piece = piece * 4 + 1) {
		for (size_t at = 0; at <= LINEBUF_LINE + 10; at += piece) {
			size_t left = LINEBUF_LINE + 11 - at;
			assert_true(put(linebuf, bytes + at, left < piece ? left : piece) > 0);
			expect(linebuf, NULL);
		}
		assert_int_equal(linebuf->dropped, 1);
		linebuf->dropped = 0;
	}
	put(linebuf, "next\n", 5);
	expect(linebuf, "next");
}

LINEBUF_CASE(an_endless_line_does_not_fill_the_buffer)
{
	char chunk[1000];
	size_t room;
	memset(chunk, 'x', sizeof chunk);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(put(linebuf, chunk, sizeof chunk), sizeof chunk);
		expect(linebuf, NULL);
		linebuf_get_space(linebuf, &room);
		assert_true(room > 0);
		assert_false(linebuf_is_full(linebuf));
	}
	put(linebuf, "\nnext\n", 6);
	expect(linebuf, "next");
	assert_int_equal(linebuf->dropped, 1);
}

LINEBUF_CASE(a_buffer_full_of_lines_accepts_no_more_bytes)
{
	size_t taken = 0, length;
	while (put(linebuf, "0123456\n", 8) == 8)
		assert_false(linebuf_is_full(linebuf) && linebuf->end < LINEBUF_BYTES);
	assert_true(linebuf_is_full(linebuf));
	while (linebuf_next(linebuf, &length) != NULL)
		taken++;
	assert_int_equal(taken, LINEBUF_BYTES / 8);
	assert_false(linebuf_is_full(linebuf));
}

/* Lines that linebuf_remove takes out of turn leave their room to new bytes. */
LINEBUF_CASE(lines_that_were_handled_leave_room_in_the_buffer)
{
	const char *line;
	size_t length;
	for (size_t i = 0; i < LINEBUF_BYTES; i++) {
		assert_int_equal(put(linebuf, "one\r\n", 5), 5);
		if (!linebuf_is_half_full(linebuf))
			continue;
		while ((line = linebuf_peek(linebuf, &length)) != NULL)
			linebuf_remove(linebuf, line);
	}
	put(linebuf, "two\n", 4);
	while ((line = linebuf_next(linebuf, &length)) != NULL && strcmp(line, "one") == 0)
		;
	assert_string_equal(line, "two");
}

LINEBUF_CASE(urgent_lines_are_found_behind_other_lines)
{
	const char *line;
	size_t length;
	put(linebuf, "one\r\nPING\r\ntwo\r\nth", 18);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_int_equal(length, 3);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "PING", 4);
	linebuf_remove(linebuf, line);
	assert_non_null(linebuf_peek(linebuf, &length));
	assert_null(linebuf_peek(linebuf, &length));
	put(linebuf, "ree\n", 4);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "three", 5);
	assert_null(linebuf_peek(linebuf, &length));
	expect(linebuf, "one");
	expect(linebuf, "two");
	put(linebuf, "four\n", 5);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "four", 4);
	expect(linebuf, "three");
	expect(linebuf, "four");
	assert_null(linebuf_peek(linebuf, &length));
}

/* A caller may defer a line that linebuf_peek shows, and see it again after a restart. */
LINEBUF_CASE(a_line_deferred_at_first_may_be_urgent_later)
{
	const char *line;
	size_t length;
	put(linebuf, "one\ntwo\nth", 10);
	while (linebuf_peek(linebuf, &length) != NULL)
		;
	linebuf_restart_peek(linebuf);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "one", 3);
	linebuf_remove(linebuf, line);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "two", 3);
	assert_null(linebuf_peek(linebuf, &length));
	put(linebuf, "ree\n", 4);
	expect(linebuf, "two");
	expect(linebuf, "three");
}

LINEBUF_CASE(looking_for_the_next_line_skips_the_rest_of_a_long_line)
{
	const char *line;
	char chunk[LINEBUF_LINE + 2];
	size_t length;
	memset(chunk, 'x', sizeof chunk);
	put(linebuf, chunk, sizeof chunk);
	put(linebuf, "PING :false\nPING :true\n", 23);
	assert_non_null(line = linebuf_peek(linebuf, &length));
	assert_memory_equal(line, "PING :true", 10);
	assert_null(linebuf_peek(linebuf, &length));
	expect(linebuf, "PING :true");
	expect(linebuf, NULL);
}

/* linebuf_next gives the same lines, however the bytes are split. */
LINEBUF_CASE(lines_from_random_pieces_are_well_formed)
{
	uint32_t dice = 12345;
	size_t lines = 0, length;
	for (int i = 0; i < 200000; i++) {
		char piece[7];
		size_t size;
		dice = dice * 1664525 + 1013904223;
		size = dice >> 29;
		for (size_t j = 0; j < size && j < sizeof piece; j++) {
			dice = dice * 1664525 + 1013904223;
			piece[j] = "ab\r\n\0\n\r@ "[(dice >> 24) % 9];
		}
		put(linebuf, piece, size < sizeof piece ? size : sizeof piece);
		if ((dice >> 20 & 3) == 0)
			linebuf_peek(linebuf, &length);
		for (char *line; (line = linebuf_next(linebuf, &length)) != NULL; lines++) {
			assert_int_equal(strlen(line), length);
			assert_true(length > 0 && strpbrk(line, "\r\n") == NULL);
		}
	}
	assert_true(lines > 10000);
}
