/* matrix/name.c - cleans names and texts of people on Matrix. */
#include "bot/net/matrix/name.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"
#include "bot/net/char_visible.h"
#include "engine/text.h"

bool name_clean(const char *display, char out[NAME_SIZE])
{
	struct text text = text_in(out, NAME_SIZE);
	char *normal = (char *)utf8proc_NFC((const utf8proc_uint8_t *)display);
	int32_t point;
	size_t length;
	for (const char *at = normal; at != NULL && *at != '\0'; at += length) {
		length = string_read_point(at, &point);
		if (point < 0)
			continue;
		/* Consecutive blanks become one; leading blanks are dropped. */
		if (utf8proc_category(point) != UTF8PROC_CATEGORY_ZS)
			text_bytes(&text, at, char_is_countable(point) ? length : 0);
		else if (text_length(&text) > 0 && text.at[-1] != ' ')
			text_char(&text, ' ');
	}
	free(normal);
	while (text.at > text.start && text.at[-1] == ' ')
		*--text.at = '\0';
	return text_length(&text) > 0 && strpbrk(out, "@:") == NULL && strchr("#!&+", *out) == NULL;
}

bool name_is_id(const char *text, char sigil)
{
	int32_t point;
	if (*text != sigil || text[1] == '\0' || strlen(text) > NAME_ID)
		return false;
	while (*text != '\0') {
		text += string_read_point(text, &point);
		if (point < 0 || !char_is_countable(point))
			return false;
	}
	return true;
}

void name_with_id(const char *name, const char *id, char *out, size_t size)
{
	struct text text = text_in(out, size);
	text_add(&text, name);
	text_char(&text, '(');
	text_add(&text, id);
	text_char(&text, ')');
	if (!text.cut)
		return;
	text_copy(out, size, id);
}

void name_local_part(const char *id, char *out, size_t size)
{
	struct text text = text_in(out, size);
	id += *id == '@';
	text_bytes(&text, id, strcspn(id, ":"));
}

void name_first_line(const char *body, bool quoted, char *out, size_t size)
{
	struct text text = text_in(out, size);
	int32_t point;
	while (quoted && *body == '>') {
		body += strcspn(body, "\n");
		body += *body == '\n';
	}
	body += strspn(body, " \t\r\n");
	while (*body != '\0' && *body != '\n' && *body != '\r') {
		size_t length = string_read_point(body, &point);
		if (point == '\t' ||
			(point >= 0 && utf8proc_category(point) == UTF8PROC_CATEGORY_ZS))
			text_char(&text, ' ');
		else if (point >= 0 && char_is_visible(point))
			text_bytes(&text, body, length);
		body += length;
	}
}
