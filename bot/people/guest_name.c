#include "bot/people/guest_name.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "engine/text.h"

/*
 * Blocks of scripts that share letter forms, or that people write together (Han, kana, Hangul). Any
 * other letter belongs to the script of its block of 128 code points.
 */
static const struct {
	int32_t first, last, script;
} scripts[] = {
	{ 0x41, 0x24f, 'L' },
	{ 0x1e00, 0x1eff, 'L' },
	{ 0x370, 0x3ff, 'G' },
	{ 0x1f00, 0x1fff, 'G' },
	{ 0x400, 0x52f, 'C' },
	{ 0x530, 0x58f, 'A' },
	{ 0x1100, 0x11ff, 'H' },
	{ 0x3040, 0x30ff, 'H' },
	{ 0x3400, 0x9fff, 'H' },
	{ 0xac00, 0xd7af, 'H' },
};

static int32_t script_of(int32_t point)
{
	enum { BLOCK = 128 };
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
		if (point >= scripts[i].first && point <= scripts[i].last)
			return scripts[i].script;
	return 0x1000 + point / BLOCK;
}

enum kind { LETTER, MARK, DIGIT, SIGN, BLANK, OTHER };

static enum kind kind_of(int32_t point)
{
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LO: return LETTER;
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC: return MARK;
	case UTF8PROC_CATEGORY_ND: return DIGIT;
	default: break;
	}
	if (point == ' ')
		return BLANK;
	return point == '-' || point == '.' || point == '\'' || point == 0x2019 ? SIGN : OTHER;
}

/*
 * Writes a name whose accents are composed, character by character. Returns false if the name is
 * not allowed.
 */
static bool write_name(const utf8proc_uint8_t *at, char name[GUEST_NAME])
{
	/* most combining marks on one letter; more would cover the lines above and below */
	enum { MARKS = 2 };
	struct text text = text_in(name, GUEST_NAME);
	enum kind last = BLANK;
	unsigned count = 0, letters = 0, marks = 0;
	int32_t script = 0, point;
	for (utf8proc_ssize_t size; *at != '\0'; at += size) {
		size = utf8proc_iterate(at, -1, &point);
		enum kind kind = kind_of(point);
		marks = kind == MARK ? marks + 1 : 0;
		if (kind == OTHER || marks > MARKS ||
			(kind == MARK && last != LETTER && last != MARK) ||
			(kind == LETTER && script != 0 && script != script_of(point)))
			return false;
		if (kind != BLANK && last == BLANK && count > 0) {
			text_char(&text, ' ');
			count++;
		}
		if (kind == LETTER)
			script = script_of(point);
		if (point == 0x2019)
			text_char(&text, '\'');
		else if (kind != BLANK)
			text_bytes(&text, (const char *)at, (size_t)size);
		count += kind != BLANK;
		letters += kind == LETTER || kind == DIGIT;
		last = kind;
	}
	return letters > 0 && count <= GUEST_NAME_LETTERS && !text.cut;
}

bool guest_name_read(const char *typed, char name[GUEST_NAME])
{
	utf8proc_uint8_t *composed = utf8proc_NFC((const utf8proc_uint8_t *)typed);
	bool good = composed != NULL && write_name(composed, name);
	free(composed);
	return good;
}

/* Pairs of a character and the letter that it looks like. */
static const char latin[] = "Il1l0o";
static const char foreign[] = "аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdԝwαaιiκkνvοoρpτtυuχx";

/* Adds a character, or the letter that it looks like in a list of pairs. */
static void add_alike(
	struct text *text, const utf8proc_uint8_t *at, utf8proc_ssize_t size, const char *pairs)
{
	const utf8proc_uint8_t *pair = (const utf8proc_uint8_t *)pairs;
	int32_t point, other;
	while (*pair != '\0') {
		utf8proc_ssize_t length = utf8proc_iterate(pair, -1, &other);
		utf8proc_iterate(at, -1, &point);
		if (point == other) {
			text_char(text, (char)pair[length]);
			return;
		}
		pair += length + 1;
	}
	text_bytes(text, (const char *)at, (size_t)size);
}

/*
 * Writes what a reader sees at a glance: letters and digits without case or accents, and with the
 * look-alikes in `pairs` replaced.
 */
static void write_look(const char *name, const char *pairs, char look[GUEST_NAME])
{
	char replaced[GUEST_NAME];
	struct text text = text_in(replaced, sizeof replaced);
	int32_t point;
	const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
	for (utf8proc_ssize_t size; (size = utf8proc_iterate(at, -1, &point)) > 0 && point != 0;
		at += size)
		add_alike(&text, at, size, pairs);
	utf8proc_uint8_t *folded = NULL;
	utf8proc_map((const utf8proc_uint8_t *)replaced, 0, &folded,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
			UTF8PROC_STRIPMARK);
	text = text_in(look, GUEST_NAME);
	at = folded != NULL ? folded : (const utf8proc_uint8_t *)"";
	for (utf8proc_ssize_t size; (size = utf8proc_iterate(at, -1, &point)) > 0 && point != 0;
		at += size)
		if (kind_of(point) == LETTER || kind_of(point) == DIGIT)
			add_alike(&text, at, size, foreign);
	free(folded);
}

bool guest_name_resembles(const char *one, const char *other)
{
	char look[2][GUEST_NAME];
	bool same = false;
	for (int i = 0; i < 2 && !same; i++) {
		write_look(one, i == 0 ? "" : latin, look[0]);
		write_look(other, i == 0 ? "" : latin, look[1]);
		same = strcmp(look[0], look[1]) == 0;
	}
	return same;
}
