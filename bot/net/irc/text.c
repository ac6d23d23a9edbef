/* irc/text.c - converts bytes from an IRC network into clean text. */
#include "bot/net/irc/text.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "bot/base/string.h"
#include "bot/net/char_visible.h"
#include "engine/text.h"

/* Maximum number of characters of a name when normalized; displayed names are shorter. */
enum { IRC_TEXT_POINTS = 512 };

static bool irc_text_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool irc_text_is_nick(const char *name, size_t most)
{
	static const char special[] = "[]\\`_^{|}";
	if (*name == '\0' || *name == '-' || irc_text_digit(*name) ||
		(most > 0 && strlen(name) > most))
		return false;
	for (size_t length; *name != '\0'; name += length) {
		int32_t point;
		length = string_read_point(name, &point);
		bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
		bool plain = letter || irc_text_digit(*name) || *name == '-' ||
			strchr(special, *name) != NULL;
		if (point < 0 || (point < 0x80 ? !plain : !char_is_countable(point)))
			return false;
	}
	return true;
}

static bool irc_text_hex(char c)
{
	return irc_text_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Returns how many characters at the start of `bytes` are of a kind, at most `most`. */
static size_t irc_text_count_kind(const char *bytes, size_t most, bool (*belongs)(char c))
{
	size_t run = 0;
	while (run < most && belongs(bytes[run]))
		run++;
	return run;
}

/*
 * Returns the length of the numbers after a control code for colours, like `4`, `4,12` or `ff0000`.
 */
static size_t irc_text_colour(const char *bytes, char code)
{
	bool (*belongs)(char c) = code == 3 ? irc_text_digit : irc_text_hex;
	size_t digits = code == 3 ? 2 : 6;
	size_t length = irc_text_count_kind(bytes, digits, belongs);
	if (length > 0 && bytes[length] == ',' && belongs(bytes[length + 1]))
		length += 1 + irc_text_count_kind(bytes + length + 1, digits, belongs);
	return length;
}

/*
 * Appends the first character of `bytes`, unless it is dropped. Returns the length read. Sets *same
 * to false if the character was changed or dropped.
 */
static size_t irc_text_character(struct text *text, const char *bytes, bool *same)
{
	utf8proc_uint8_t utf8[4];
	int32_t point;
	size_t length = string_read_point(bytes, &point);
	if (point < 0) {
		point = (unsigned char)bytes[0];
		*same = false;
	}
	if (char_is_visible(point))
		text_bytes(text, (const char *)utf8, (size_t)utf8proc_encode_char(point, utf8));
	else
		*same = false;
	return length;
}

static bool irc_text_plain(char c)
{
	return c >= ' ' && c <= '~';
}

bool irc_text_clean(const char *bytes, char *out, size_t size)
{
	struct text text = text_in(out, size);
	bool same = true;
	while (*bytes != '\0') {
		size_t length = irc_text_count_kind(bytes, SIZE_MAX, irc_text_plain);
		text_bytes(&text, bytes, length);
		if (length == 0) {
			char code = bytes[0];
			length = irc_text_character(&text, bytes, &same);
			if (code == 3 || code == 4)
				length += irc_text_colour(bytes + 1, code);
		}
		bytes += length;
	}
	return same && !text.cut;
}

/*
 * True if UTF-8 text is in normal form C. Text in another form can look the same as text in form C.
 */
static bool irc_text_is_nfc(const char *bytes, size_t length)
{
	static const utf8proc_option_t form = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
	utf8proc_int32_t points[IRC_TEXT_POINTS + 1];
	utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)bytes,
		(utf8proc_ssize_t)length, points, IRC_TEXT_POINTS, form);

	if (count < 0 || count > IRC_TEXT_POINTS)
		return false;
	count = utf8proc_reencode(points, count, form);
	return count == (utf8proc_ssize_t)length && memcmp(points, bytes, length) == 0;
}

/*
 * Appends a character unchanged. Returns false, and appends nothing, if the character could be
 * mistaken for another one.
 */
static bool irc_text_show_plain(struct text *text, const char *bytes, size_t length, int32_t point)
{
	struct text before = *text;
	if (point == '%' || !char_is_countable(point))
		return false;
	text_bytes(text, bytes, length);
	if (length == 1 || text->cut || irc_text_is_nfc(text->start, text_length(text)))
		return true;
	*text = before;
	*text->at = '\0';
	return false;
}

bool irc_text_format_name(const char *name, char *out, size_t size)
{
	struct text text = text_in(out, size);
	while (*name != '\0') {
		int32_t point;
		size_t length = string_read_point(name, &point);
		if (point < 0 || !irc_text_show_plain(&text, name, length, point))
			for (size_t i = 0; i < length; i++) {
				text_char(&text, '%');
				text_hex(&text, (const uint8_t *)name + i, 1);
			}
		name += length;
	}
	return !text.cut;
}

bool irc_text_parse_name(const char *shown, char *out, size_t size)
{
	struct text text = text_in(out, size);
	while (*shown != '\0') {
		/* %00 stays as it is: a name cannot contain NUL. */
		unsigned char byte = 0;
		if (*shown == '%')
			sodium_hex2bin(
				&byte, 1, shown + 1, strnlen(shown + 1, 2), NULL, NULL, NULL);
		text_char(&text, byte > 0 ? (char)byte : *shown);
		shown += byte > 0 ? 3 : 1;
	}
	return !text.cut;
}

void irc_text_replace_blanks(char *text)
{
	const char *at = text;
	int32_t point;
	while (*at != '\0') {
		size_t size = string_read_point(at, &point);
		if (size > 1 && utf8proc_category(point) == UTF8PROC_CATEGORY_ZS) {
			*text++ = ' ';
		} else {
			memmove(text, at, size);
			text += size;
		}
		at += size;
	}
	*text = '\0';
}

/* Returns the length of a server name (labels separated by dots) at the beginning of text, or 0. */
static size_t irc_text_server(const char *text)
{
	size_t length =
		strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*.");
	size_t last = length, label = 0;
	while (last > 0 && text[last - 1] != '.')
		last--;
	for (size_t i = 0; i < length; i++) {
		label = text[i] == '.' ? 0 : label + 1;
		if (text[i] == '.' && (i == 0 || text[i - 1] == '.'))
			return 0;
	}
	/*
	 * The last label of a server name is not empty and has no digit, unlike the end of a
	 * sentence or a number.
	 */
	label = last > 0 ? label : 0;
	return label > 0 && strcspn(text + last, "0123456789") >= label ? length : 0;
}

bool irc_text_is_netsplit(const char *reason)
{
	size_t first = irc_text_server(reason);
	const char *other = reason + first + 1;
	size_t second = first > 0 && reason[first] == ' ' ? irc_text_server(other) : 0;
	return second > 0 && other[second] == '\0' &&
		(first != second || strncmp(reason, other, first) != 0);
}

bool irc_text_is_host_change(const char *reason)
{
	/*
	 * Reasons that InspIRCd, Solanum, UnrealIRCd and ircd-hybrid send, and ircu after a login.
	 */
	static const char *const reasons[] = { "Changing host", "Changing ident",
		"Changing hostname", "Registered" };
	for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
		if (strcmp(reason, reasons[i]) == 0)
			return true;
	return false;
}
