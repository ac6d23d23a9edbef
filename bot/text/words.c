#include "bot/text/words.h"

#include <stdlib.h>
#include <string.h>

struct words {
	const char *prefix;
	const char *text[][WORD_COUNT]; /* by language */
};

static const char *const keys[] = {
#define X(name, key) key,
	WORDS(X)
#undef X
};

/* A compiled catalogue as gettext's manual lays it out: a head of 32-bit words, two tables. */
struct mo {
	uint32_t magic;
	uint32_t revision;
	uint32_t count;
	uint32_t originals;    /* where the table of keys begins */
	uint32_t translations; /* and that of texts: pairs of length and place */
};

/* The text of a key, or NULL; the tables are sorted by key. */
static const char *look_up(const struct catalogue *catalogue, const char *key)
{
	const struct mo *mo = (const void *)catalogue->mo;
	const uint32_t *originals = (const void *)(catalogue->mo + mo->originals);
	const uint32_t *translations = (const void *)(catalogue->mo + mo->translations);
	uint32_t low = 0;
	uint32_t high = mo->count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int order = strcmp(key, (const char *)catalogue->mo + originals[middle * 2 + 1]);
		if (order == 0)
			return (const char *)catalogue->mo + translations[middle * 2 + 1];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

void words_prefix(struct words *words, const char *prefix)
{
	words->prefix = prefix;
}

struct words *words_open(const struct catalogue *list, const char *prefix)
{
	size_t count = 0;
	while (list[count].mo != NULL)
		count++;
	struct words *words = malloc(sizeof *words + count * sizeof words->text[0]);
	if (words == NULL)
		return NULL;
	words->prefix = prefix;
	for (size_t l = 0; l < count; l++)
		for (unsigned i = 0; i < WORD_COUNT; i++) {
			const char *text = look_up(&list[l], keys[i]);
			if (text == NULL)
				text = l > 0 ? words->text[0][i] : keys[i];
			words->text[l][i] = text;
		}
	return words;
}

void words_free(struct words *words)
{
	free(words);
}

int words_language(const char *code)
{
	for (int i = 0; catalogues[i].mo != NULL; i++)
		if (strcmp(catalogues[i].language, code) == 0)
			return i;
	return -1;
}

const char *words_language_code(unsigned language)
{
	return catalogues[language].language;
}

const char *words_style_name(unsigned style)
{
	static const char *const names[STYLE_COUNT] = {
		[STYLE_UNICODE] = "unicode",
		[STYLE_ASCII] = "ascii",
		[STYLE_COLOUR] = "colour",
		[STYLE_PLAIN] = "plain",
	};
	return style < STYLE_COUNT ? names[style] : NULL;
}

int words_style(const char *name)
{
	for (unsigned i = 0; i < STYLE_COUNT; i++)
		if (strcmp(words_style_name(i), name) == 0)
			return (int)i;
	return -1;
}

int words_named(const char *key)
{
	for (int i = 0; i < WORD_COUNT; i++)
		if (strcmp(keys[i], key) == 0)
			return i;
	return -1;
}

const char *words_key(enum word word)
{
	return keys[word];
}

const char *words_text(const struct words *words, unsigned language, enum word word)
{
	return words->text[language][word];
}

/* The word at a place of a list parted by blanks. */
static void add_nth(struct string *out, const char *list, unsigned place)
{
	while (place-- > 0)
		list += strcspn(list, " ") + 1;
	string_bytes(out, list, strcspn(list, " "));
}

enum notation words_notation(const struct words *words, struct voice voice)
{
	const char *notation = words->text[voice.language][WORD_CARD_NOTATION];
	return strcmp(notation, "french") == 0 ? NOTATION_FRENCH : NOTATION_ENGLISH;
}

void words_listed(struct string *out, const struct words *words, struct voice voice, enum word list,
	unsigned place)
{
	add_nth(out, words->text[voice.language][list], place);
}

void words_spell(struct string *out, const struct words *words, struct voice voice,
	const char *rank, unsigned suit)
{
	struct string name = STRING_EMPTY;
	words_listed(&name, words, voice, WORD_CARD_SUITS_SPELLED, suit);
	words_add(out, words, voice, WORD_CARD_SPELLED,
		ARGS(arg_text("rank", rank), arg_text("suit", name.bytes)));
	string_free(&name);
}

/* "nine of diamonds" */
static void add_spelled(struct string *out, const struct words *words, struct voice voice, card c)
{
	struct string rank = STRING_EMPTY;
	words_listed(&rank, words, voice, WORD_CARD_RANKS_SPELLED, card_rank(c));
	words_spell(out, words, voice, rank.bytes, card_suit(c));
	string_free(&rank);
}

void words_card(struct string *out, const struct words *words, struct voice voice, card c)
{
	static const char symbols[] = "♣ ♦ ♥ ♠";
	/*
	 * Colours of mIRC, always of two digits: a rank's digit may follow. Teal, orange and red
	 * differ for every eye, on light and on dark; spades stay plain.
	 */
	static const char *const colours[] = { "\00310", "\00307", "\00304", "" };
	if (voice.style == STYLE_PLAIN) {
		add_spelled(out, words, voice, c);
		return;
	}
	const char *colour = voice.style == STYLE_COLOUR ? colours[card_suit(c)] : "";
	string_add(out, colour);
	words_listed(out, words, voice, WORD_CARD_RANKS, card_rank(c));
	if (voice.style == STYLE_UNICODE)
		add_nth(out, symbols, card_suit(c));
	else
		words_listed(out, words, voice, WORD_CARD_SUITS, card_suit(c));
	string_add(out, *colour != '\0' ? "\017" : "");
}

const char *words_between_cards(struct voice voice)
{
	return voice.style == STYLE_PLAIN ? ", " : " ";
}

const char *words_between_parts(struct voice voice)
{
	return voice.style == STYLE_PLAIN ? "; " : " · ";
}

static void add_arg(
	struct string *out, const struct words *words, struct voice voice, const struct arg *arg)
{
	switch (arg->type) {
	case ARG_TEXT: string_add(out, arg->text); break;
	case ARG_SIGNED:
		if (arg->number > 0)
			string_char(out, '+');
		string_number(out, arg->number);
		break;
	case ARG_NUMBER: string_number(out, arg->number); break;
	case ARG_CARDS:
		for (unsigned i = 0; i < arg->count; i++) {
			string_add(out, i > 0 ? words_between_cards(voice) : "");
			words_card(out, words, voice, arg->cards[i]);
		}
		break;
	case ARG_WORD: string_add(out, words->text[voice.language][arg->word]); break;
	}
}

/* Fills one place, whose name is not terminated. */
static void fill(struct string *out, const struct words *words, struct voice voice,
	const char *name, size_t length, const struct arg *args)
{
	if (length == strlen("prefix") && strncmp(name, "prefix", length) == 0)
		string_add(out, words->prefix);
	for (const struct arg *arg = args; arg != NULL && arg->name != NULL; arg++)
		if (strncmp(arg->name, name, length) == 0 && arg->name[length] == '\0') {
			add_arg(out, words, voice, arg);
			return;
		}
}

/* Fills a place written with a blank before its name: nothing at all where it stays empty. */
static void fill_spaced(struct string *out, const struct words *words, struct voice voice,
	const char *name, size_t length, const struct arg *args)
{
	size_t before = out->length;
	string_char(out, ' ');
	fill(out, words, voice, name, length, args);
	if (out->length == before + 1)
		out->bytes[out->length = before] = '\0';
}

void words_add(struct string *out, const struct words *words, struct voice voice, enum word word,
	const struct arg *args)
{
	const char *at = words->text[voice.language][word];
	while (*at != '\0') {
		size_t plain = strcspn(at, "{");
		string_bytes(out, at, plain);
		at += plain;
		size_t length = *at == '{' ? strcspn(at + 1, "}") : 0;
		if (length == 0)
			continue;
		if (at[1] == ' ')
			fill_spaced(out, words, voice, at + 2, length - 1, args);
		else
			fill(out, words, voice, at + 1, length, args);
		at += 1 + length + (at[1 + length] == '}');
	}
}
