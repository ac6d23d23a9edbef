#include "engine/text.h"
#include "tests/cases.h"

#include <string.h>

CASE(numbers_are_written_in_decimal)
{
	static const struct {
		int64_t number;
		const char *written;
	} cases[] = {
		{ 0, "0" },
		{ 7, "7" },
		{ -1, "-1" },
		{ 1000000, "1000000" },
		{ INT64_MAX, "9223372036854775807" },
		{ INT64_MIN, "-9223372036854775808" },
	};
	char buffer[32];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct text text = text_in(buffer, sizeof buffer);
		text_number(&text, cases[i].number);
		assert_string_equal(buffer, cases[i].written);
	}
}

CASE(text_that_just_fills_the_buffer_is_not_cut)
{
	char buffer[4];
	struct text text = text_in(buffer, sizeof buffer);
	text_add(&text, "abc");
	assert_string_equal(buffer, "abc");
	assert_false(text.cut);
	text_add(&text, "");
	assert_false(text.cut);
	text_char(&text, 'd');
	assert_string_equal(buffer, "abc");
	assert_true(text.cut);
}

CASE(no_text_is_added_after_a_cut)
{
	char buffer[6];
	struct text text = text_in(buffer, sizeof buffer);
	text_add(&text, "ab");
	text_add(&text, "♦♦");
	text_char(&text, 'z');
	assert_string_equal(buffer, "ab♦");
	assert_true(text.cut);

	/* After a character that does not fit, no text is added, even if it is short enough. */
	text = text_in(buffer, sizeof buffer);
	text_add(&text, "abc♦");
	text_char(&text, 'z');
	assert_string_equal(buffer, "abc");
	assert_true(text.cut);
}

CASE(a_cut_falls_between_characters)
{
	static const char *const whole = "aé♦😀";
	static const size_t lengths[] = { 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10 };
	char buffer[16];
	for (size_t room = 0; room < sizeof lengths / sizeof lengths[0]; room++) {
		struct text text = text_in(buffer, room + 1);
		text_add(&text, whole);
		assert_int_equal(text_length(&text), lengths[room]);
		assert_memory_equal(buffer, whole, lengths[room]);
		assert_int_equal(text.cut, lengths[room] < strlen(whole));
	}
}

CASE(malformed_utf8_is_also_cut_to_the_size_of_the_buffer)
{
	char buffer[8];
	struct text text = text_in(buffer, sizeof buffer);
	text_bytes(&text, "\xbf\xbf\xbf\xbf\xbf\xbf\xbf\xbf\xbf", 9);
	assert_true(text.cut);
	assert_true(text_length(&text) < sizeof buffer);
	assert_int_equal(*text.at, '\0');
}

/* Bytes beyond the given length are never read. */
CASE(the_function_text_bytes_adds_no_more_than_the_given_length)
{
	char buffer[3];
	struct text text = text_in(buffer, sizeof buffer);
	text_bytes(&text, "ab\xbf", 2);
	assert_string_equal(buffer, "ab");
	assert_false(text.cut);
}

CASE(a_copy_is_cut_to_fit_its_buffer)
{
	char buffer[4];
	assert_true(text_copy(buffer, sizeof buffer, "abc"));
	assert_string_equal(buffer, "abc");
	assert_false(text_copy(buffer, sizeof buffer, "abcd"));
	assert_string_equal(buffer, "abc");
}
