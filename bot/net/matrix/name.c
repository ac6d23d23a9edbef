/* matrix/name.c - cleans names and texts of people, and finds the people whom a text names. */
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

/* ---- pills ---- */

/*
 * PILL_MOST: number of pills that are resolved in a message. PILL_TEXT: maximum number of bytes of
 * a pill's text, with NUL.
 */
enum { PILL_MOST = 8, PILL_TEXT = 256 };

static const char pill_start[] = "<a href=\"https://matrix.to/#/";

/* Writes the id in a pill's address: the percent-decoded text from `at` to the first " or ?. */
static void pill_read_id(const char *at, char *out, size_t size)
{
	struct text text = text_in(out, size);
	for (size_t length = strcspn(at, "\"?"); length > 0; length--, at++) {
		char digits[3] = { 0 }, *end = digits;
		if (*at == '%' && length > 2) {
			memcpy(digits, at + 1, 2);
			char c = (char)strtoul(digits, &end, 16);
			if (end == digits + 2 && c != '\0') {
				text_char(&text, c);
				at += 2;
				length -= 2;
				continue;
			}
		}
		text_char(&text, *at);
	}
}

/* Writes the text of a link, up to the next tag, without entities. */
static void pill_read_text(const char *at, char *out, size_t size)
{
	static const char *const entity[][2] = { { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" },
		{ "&quot;", "\"" }, { "&#39;", "'" }, { "&#x27;", "'" } };
	struct text text = text_in(out, size);
	while (*at != '\0' && *at != '<') {
		size_t i = 0, count = sizeof entity / sizeof entity[0];
		while (i < count && strncmp(at, entity[i][0], strlen(entity[i][0])) != 0)
			i++;
		if (i < count)
			text_add(&text, entity[i][1]);
		else
			text_char(&text, *at);
		at += i < count ? strlen(entity[i][0]) : 1;
	}
	if (text.cut)
		*out = '\0';
}

void name_resolve_pills(
	const char *body, const char *html, const char *self, const char *nick, struct string *out)
{
	for (unsigned count = 0; html != NULL && count < PILL_MOST; count++) {
		char id[NAME_ID + 2], text[PILL_TEXT];
		html = strstr(html, pill_start);
		const char *end = html != NULL ? strchr(html, '>') : NULL;
		if (end == NULL)
			break;
		pill_read_id(html + strlen(pill_start), id, sizeof id);
		pill_read_text(end + 1, text, sizeof text);
		html = end;
		const char *at = *text != '\0' ? strstr(body, text) : NULL;
		if (at == NULL || !name_is_id(id, '@'))
			continue;
		string_add_bytes(out, body, (size_t)(at - body));
		bool own = strcmp(id, self) == 0;
		string_add(out, own && (at == body || at[-1] != '@') ? "@" : "");
		string_add(out, own ? nick : id);
		body = at + strlen(text);
	}
	string_add(out, body);
}
