#include "bot/text/nametext.h"

#include <string.h>
#include <utf8proc.h>

#include "engine/card.h"
#include "words/catalogue.h"

/* A name with more words than this can be taken for a sentence. */
enum { NAME_WORDS = 3 };

/* U+2068 and U+2069: the text between them does not change the direction of the text around. */
static const char isolate[] = { '\xe2', '\x81', '\xa8', '\0' };
static const char isolate_end[] = { '\xe2', '\x81', '\xa9', '\0' };

/* True if the whole name is a card, like "9D". Its rank and suit may be of two languages. */
static bool is_card(const char *name)
{
	for (size_t i = 0; catalogues[i].language != NULL; i++)
		for (size_t k = 0; catalogues[k].language != NULL; k++) {
			const struct move_words words = {
				.ranks = catalogues[i].text[MSG_CARD_RANKS],
				.suits = catalogues[k].text[MSG_CARD_SUITS],
				.next = &record_words
			};
			const char *at = name;
			card read;
			if (card_read(&at, &words, &read) && *at == '\0')
				return true;
		}
	return false;
}

/* True if a name has a card symbol, a separator of lines, or a quotation mark of nametext_add. */
static bool has_sign(const char *name)
{
	static const char *const signs[] = { "♠", "♥", "♦", "♣", "♤", "♡", "♢", "♧", "·", "→", "“",
		"”", "\xf0\x9f\x82",
		"\xf0\x9f\x83" /* start of each playing card character in UTF-8 */ };
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (strstr(name, signs[i]) != NULL)
			return true;
	return false;
}

/* True if a name is a number, or begins like a line about a table: "[1]". */
static bool is_numbered(const char *name)
{
	static const char digits[] = "0123456789";
	bool bracket = *name == '[';
	size_t length = strspn(name + bracket, digits);
	char after = name[bracket + length];
	return length > 0 && after == (bracket ? ']' : '\0');
}

/* True if a name has so many words, or such signs, that it can be taken for a sentence. */
static bool is_sentence(const char *name)
{
	unsigned words = 1;
	for (const char *at = name; *at != '\0'; at++)
		words += *at == ' ';
	return words > NAME_WORDS ||
		(words > 1 && (strpbrk(name, ",;!?") != NULL || strstr(name, ". ") != NULL));
}

/* True if a name has letters that are written from right to left. */
static bool is_right_to_left(const char *name)
{
	int32_t point;
	for (const char *at = name; *at != '\0';) {
		at += string_read_point(at, &point);
		int direction = point >= 0 ? utf8proc_get_property(point)->bidi_class : 0;
		if (direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL)
			return true;
	}
	return false;
}

void nametext_add(struct string *out, const char *name)
{
	bool marked = is_card(name) || has_sign(name) || is_numbered(name) || is_sentence(name);
	/* Without isolation such a name would reorder the numbers and names beside it. */
	bool isolated = is_right_to_left(name);
	string_add(out, isolated ? isolate : "");
	string_add(out, marked ? NAME_OPEN : "");
	/* Leave out its own quotation marks, because they would seem to end the name. */
	while (marked && *name != '\0') {
		if (strncmp(name, NAME_OPEN, strlen(NAME_OPEN)) == 0)
			name += strlen(NAME_OPEN);
		else if (strncmp(name, NAME_CLOSE, strlen(NAME_CLOSE)) == 0)
			name += strlen(NAME_CLOSE);
		else
			string_add_char(out, *name++);
	}
	string_add(out, name);
	string_add(out, marked ? NAME_CLOSE : "");
	string_add(out, isolated ? isolate_end : "");
}
