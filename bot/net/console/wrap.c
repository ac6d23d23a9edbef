#include "bot/net/console/wrap.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"

enum { BOLD = 0x02, COLOUR = 0x03, PLAIN = 0x0f };

size_t wrap_code_length(const char *text)
{
	size_t length = 1;
	if (*text == BOLD || *text == PLAIN)
		return 1;
	if (*text != COLOUR)
		return 0;
	while (length < 3 && isdigit((unsigned char)text[length]))
		length++;
	return length;
}

/*
 * Returns the length of the mIRC code or character at the start of text, and adds its columns to
 * *columns.
 */
static size_t step(const char *text, size_t *columns)
{
	int32_t point;
	size_t length = wrap_code_length(text);
	if (length > 0)
		return length;
	length = string_read_point(text, &point);
	*columns += point >= 0 ? (size_t)utf8proc_charwidth(point) : 1;
	return length;
}

size_t wrap_width(const char *text, size_t length)
{
	size_t columns = 0;
	for (size_t at = 0; at < length && text[at] != '\0';)
		at += step(text + at, &columns);
	return columns;
}

/*
 * Returns the length of the first row of text. Sets *skip to the number of blanks after the row;
 * these blanks are not shown.
 */
static size_t first_row(const char *text, size_t columns, size_t *skip)
{
	size_t at = 0, used = 0, word = 0; /* word: end of the last word that fits */
	while (text[at] != '\0' && text[at] != '\n') {
		if (text[at] == ' ' && at > 0 && text[at - 1] != ' ')
			word = at;
		size_t length = step(text + at, &used);
		if (used > columns && at > 0)
			break;
		at += length;
	}
	bool whole = text[at] == '\0' || text[at] == '\n';
	size_t end = whole || word == 0 ? at : word;
	*skip = strspn(text + end, " ");
	return end;
}

bool wrap_next(struct wrap *wrap, struct wrap_row *row)
{
	size_t skip;
	if (*wrap->at == '\0')
		return false;
	row->text = wrap->at;
	row->indent = wrap->inside ? wrap->indent : 0;
	row->length = first_row(wrap->at, wrap->columns - row->indent, &skip);
	wrap->at += row->length + skip;
	wrap->inside = *wrap->at != '\0' && *wrap->at != '\n';
	wrap->at += *wrap->at == '\n';
	return true;
}

size_t wrap_count(struct wrap wrap)
{
	struct wrap_row row;
	size_t rows = 0;
	while (wrap_next(&wrap, &row))
		rows++;
	return rows;
}
