/* wrap.c - line breaks and widths in a window */
#include <string.h>

#include "bot/net/console/wrap.h"
#include "engine/text.h"
#include "tests/at.h"
#include "tests/cases.h"

/* Returns the rows of a text, separated by bars. */
static const char *rows(const char *lines, size_t columns, size_t indent, char out[512])
{
	struct text text = text_in(out, 512);
	struct wrap wrap = { .at = lines, .columns = columns, .indent = indent };
	struct wrap_row row;
	size_t count = wrap_count(wrap);
	for (; wrap_next(&wrap, &row); count--) {
		for (size_t i = 0; i < row.indent; i++)
			text_char(&text, ' ');
		text_bytes(&text, row.text, row.length);
		text_char(&text, '|');
	}
	assert_int_equal(count, 0);
	return out;
}

static void assert_rows_at(AT, const char *given, size_t columns, size_t indent, const char *wanted)
{
	char out[512];
	string_at(rows(given, columns, indent, out), wanted);
}

#define assert_rows(given, columns, wanted) assert_rows_at(HERE, given, columns, 0, wanted)

CASE(lines_are_wrapped_into_rows_between_words)
{
	assert_rows("anna plays 5D.", 80, "anna plays 5D.|");
	assert_rows("anna plays 5D.", 14, "anna plays 5D.|");
	assert_rows("anna plays 5D.", 13, "anna plays|5D.|");
	assert_rows("anna plays 5D.", 10, "anna plays|5D.|");
	assert_rows("anna plays 5D.", 9, "anna|plays 5D.|");
	assert_rows("a  b", 2, "a|b|");
	assert_rows("", 5, "");
}

CASE(rows_that_continue_a_line_are_indented)
{
	assert_rows_at(
		HERE, "anna plays 5D.\n\nluc plays\n", 9, 2, "anna|  plays|  5D.||luc plays|");
}

CASE(a_word_longer_than_a_row_is_cut)
{
	assert_rows("abcdefgh", 3, "abc|def|gh|");
	assert_rows("ab cdefgh", 4, "ab|cdef|gh|");
	assert_rows("ab", 1, "a|b|");
	assert_rows("ab", 0, "a|b|");
}

CASE(the_width_of_each_character_on_the_screen_is_known)
{
	assert_int_equal(wrap_width("\xe2\x99\xa6", 3), 1);             /* a diamond */
	assert_int_equal(wrap_width("\xe4\xb8\xad\xe6\x96\x87", 6), 4); /* two wide characters */
	assert_int_equal(wrap_width("e\xcc\x81", 3), 1);                /* a combining accent */
	assert_rows("9\xe2\x99\xa6 8\xe2\x99\xa6", 5, "9\xe2\x99\xa6 8\xe2\x99\xa6|");
	assert_rows("9\xe2\x99\xa6 8\xe2\x99\xa6", 4, "9\xe2\x99\xa6|8\xe2\x99\xa6|");
	assert_rows("\xe4\xb8\xad\xe6\x96\x87", 3, "\xe4\xb8\xad|\xe6\x96\x87|");
	/* A no-break space. */
	assert_rows("pile\xc2\xa0: 9", 6, "pile\xc2\xa0:|9|");
	/* Malformed bytes. */
	assert_int_equal(wrap_width("\xff\x80", 2), 2);
	assert_rows("\xff\xff\xff", 2, "\xff\xff|\xff|");
}

CASE(colour_codes_take_no_width_on_the_screen)
{
	assert_int_equal(wrap_width("\003049H\017", 6), 2);
	assert_int_equal(wrap_width("\0029H\002", 4), 2);
	assert_int_equal(wrap_width("\0030410", 5), 2); /* at most two digits */
	assert_rows("\003049H\017 \003078D\017", 5, "\003049H\017 \003078D\017|");
	assert_rows("\003049H\017 \003078D\017", 4, "\003049H\017|\003078D\017|");
}
