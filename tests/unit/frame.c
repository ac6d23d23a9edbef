/* frame.c - bytes cut into lines: every cut, every length, every junk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/frame.h"

static int make(void **state)
{
	*state = calloc(1, sizeof(struct frame));
	return *state == NULL;
}

static int end(void **state)
{
	free(*state);
	return 0;
}

/* Puts bytes in, as many as fit; returns how many did. */
static size_t put(struct frame *frame, const char *bytes, size_t length)
{
	size_t room;
	char *to = frame_room(frame, &room);

	if (length > room)
		length = room;
	memcpy(to, bytes, length);
	frame_fill(frame, length);
	return length;
}

static void expect(struct frame *frame, const char *line)
{
	size_t length;
	const char *next = frame_next(frame, &length);

	if (line == NULL) {
		assert_null(next);
		return;
	}
	assert_non_null(next);
	assert_string_equal(next, line);
	assert_int_equal(length, strlen(line));
}

static void test_ends_of_lines(void **state)
{
	const char bytes[] = "\r\none\r\ntwo\n\n\r\r\nthree\r\r\nfour";

	put(*state, bytes, sizeof bytes - 1);
	expect(*state, "one");
	expect(*state, "two");
	expect(*state, "three");
	expect(*state, NULL);
	put(*state, "\r\n", 2);
	expect(*state, "four");
	expect(*state, NULL);
	assert_int_equal(((struct frame *)*state)->dropped, 0);
}

static void test_byte_by_byte(void **state)
{
	const char bytes[] = "PING :x\r\n";

	for (int i = 0; i < 10000; i++) {
		for (size_t j = 0; j < sizeof bytes - 1; j++) {
			expect(*state, NULL);
			assert_int_equal(put(*state, bytes + j, 1), 1);
		}
		expect(*state, "PING :x");
	}
}

static void test_malformed_lines_are_dropped(void **state)
{
	const char bytes[] = "a\0b\nc\rd\nfine\n";

	put(*state, bytes, sizeof bytes - 1);
	expect(*state, "fine");
	expect(*state, NULL);
	assert_int_equal(((struct frame *)*state)->dropped, 2);
}

static void test_the_longest_line(void **state)
{
	struct frame *frame = *state;
	char *long_line = malloc(FRAME_LINE + 3);

	for (size_t over = 0; over < 3; over++) {
		memset(long_line, 'x', FRAME_LINE + over);
		long_line[FRAME_LINE + over] = '\n';
		assert_int_equal(
			put(frame, long_line, FRAME_LINE + over + 1), FRAME_LINE + over + 1);
		put(frame, "next\n", 5);
		if (over == 0) {
			long_line[FRAME_LINE] = '\0';
			expect(frame, long_line);
		}
		expect(frame, "next");
		expect(frame, NULL);
		assert_int_equal(frame->dropped, over);
	}
	free(long_line);
}

/* Whether it comes at once or in pieces must make no difference. */
static void test_an_end_longer_than_a_line(void **state)
{
	struct frame *frame = *state;
	static char bytes[FRAME_ROOM];

	memset(bytes, '\r', sizeof bytes);
	memcpy(bytes, "one", 3);
	bytes[FRAME_LINE + 10] = '\n';
	for (size_t piece = 1; piece < 2 * FRAME_ROOM; piece = piece * 4 + 1) {
		for (size_t at = 0; at <= FRAME_LINE + 10; at += piece) {
			size_t left = FRAME_LINE + 11 - at;

			assert_true(put(frame, bytes + at, left < piece ? left : piece) > 0);
			expect(frame, NULL);
		}
		assert_int_equal(frame->dropped, 1);
		frame->dropped = 0;
	}
	put(frame, "next\n", 5);
	expect(frame, "next");
}

static void test_an_endless_line_takes_no_more_room(void **state)
{
	struct frame *frame = *state;
	char chunk[1000];
	size_t room;

	memset(chunk, 'x', sizeof chunk);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(put(frame, chunk, sizeof chunk), sizeof chunk);
		expect(frame, NULL);
		frame_room(frame, &room);
		assert_true(room > 0);
		assert_false(frame_full(frame));
	}
	put(frame, "\nnext\n", 6);
	expect(frame, "next");
	assert_int_equal(frame->dropped, 1);
}

static void test_full_of_lines(void **state)
{
	struct frame *frame = *state;
	size_t taken = 0, length;

	while (put(frame, "0123456\n", 8) == 8)
		assert_false(frame_full(frame) && frame->end < FRAME_ROOM);
	assert_true(frame_full(frame));
	while (frame_next(frame, &length) != NULL)
		taken++;
	assert_int_equal(taken, FRAME_ROOM / 8);
	assert_false(frame_full(frame));
}

static void test_looking_ahead(void **state)
{
	struct frame *frame = *state;
	const char *line;
	size_t length;

	put(frame, "one\r\nPING\r\ntwo\r\nth", 18);
	assert_non_null(line = frame_ahead(frame, &length));
	assert_int_equal(length, 3);
	assert_non_null(line = frame_ahead(frame, &length));
	assert_memory_equal(line, "PING", 4);
	frame_blank(frame, line, length);
	assert_non_null(frame_ahead(frame, &length));
	assert_null(frame_ahead(frame, &length));
	put(frame, "ree\n", 4);
	assert_non_null(line = frame_ahead(frame, &length));
	assert_memory_equal(line, "three", 5);
	assert_null(frame_ahead(frame, &length));
	expect(frame, "one");
	expect(frame, "two");
	put(frame, "four\n", 5);
	assert_non_null(line = frame_ahead(frame, &length));
	assert_memory_equal(line, "four", 4);
	expect(frame, "three");
	expect(frame, "four");
	assert_null(frame_ahead(frame, &length));
}

static void test_looking_ahead_passes_the_rest_of_a_long_line(void **state)
{
	struct frame *frame = *state;
	const char *line;
	char chunk[FRAME_LINE + 2];
	size_t length;

	memset(chunk, 'x', sizeof chunk);
	put(frame, chunk, sizeof chunk);
	put(frame, "PING :false\nPING :true\n", 23);
	assert_non_null(line = frame_ahead(frame, &length));
	assert_memory_equal(line, "PING :true", 10);
	assert_null(frame_ahead(frame, &length));
	expect(frame, "PING :true");
	expect(frame, NULL);
}

/* Whatever comes in whatever pieces: what frame_next gives is the same. */
static void test_any_pieces(void **state)
{
	struct frame *frame = *state;
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
		put(frame, piece, size < sizeof piece ? size : sizeof piece);
		if ((dice >> 20 & 3) == 0)
			frame_ahead(frame, &length);
		for (char *line; (line = frame_next(frame, &length)) != NULL; lines++) {
			assert_int_equal(strlen(line), length);
			assert_true(length > 0 && strpbrk(line, "\r\n") == NULL);
		}
	}
	assert_true(lines > 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_ends_of_lines, make, end),
		cmocka_unit_test_setup_teardown(test_byte_by_byte, make, end),
		cmocka_unit_test_setup_teardown(test_malformed_lines_are_dropped, make, end),
		cmocka_unit_test_setup_teardown(test_the_longest_line, make, end),
		cmocka_unit_test_setup_teardown(test_an_end_longer_than_a_line, make, end),
		cmocka_unit_test_setup_teardown(test_an_endless_line_takes_no_more_room, make, end),
		cmocka_unit_test_setup_teardown(test_full_of_lines, make, end),
		cmocka_unit_test_setup_teardown(test_looking_ahead, make, end),
		cmocka_unit_test_setup_teardown(
			test_looking_ahead_passes_the_rest_of_a_long_line, make, end),
		cmocka_unit_test_setup_teardown(test_any_pieces, make, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
