/*
 * catalog.h - the message catalogues: all texts that people read, in each language. They are in
 * bot/text/LANGUAGE.po.
 *
 * A message has a key, which C names MSG_KEY, and a text with placeholders such as {seat}. A
 * translation may reorder the placeholders. If a language lacks a message, the message is shown in
 * English.
 */
#ifndef BOT_TEXT_CATALOG_H
#define BOT_TEXT_CATALOG_H

#include "bot/base/string.h"
#include "engine/move.h"
#include "words/catalogue.h" /* generated: enum message, MSG_COUNT */

/* The ways to write cards. STYLE_PLAIN spells them out for screen readers. */
enum style { STYLE_UNICODE, STYLE_ASCII, STYLE_COLOUR, STYLE_PLAIN, STYLE_COUNT };

/* Maximum number of bytes of a command prefix, NUL included. */
enum { LOCALE_PREFIX = 9 };

/* How a person or a channel reads: the language, the style of cards and the command prefix. */
struct locale {
	uint8_t language;           /* index into the catalogues; 0 is English */
	uint8_t style;              /* enum style */
	char prefix[LOCALE_PREFIX]; /* command prefix; empty: the default of catalog_open */
	bool coloured;              /* suits are coloured, in every style except STYLE_PLAIN */
	bool browser;               /* the text is for a page, where people tap: see catalog_add */
};

struct catalog;

/*
 * Opens a list of catalogues, usually `catalogues`. The first must be English. prefix: fills
 * {prefix} unless the locale has a prefix; owned by the caller. Free the result with catalog_free.
 */
struct catalog *catalog_open(const struct catalogue *list, const char *prefix);
void catalog_free(struct catalog *catalog);
/* Changes the prefix given to catalog_open. The caller owns the text. */
void catalog_set_prefix(struct catalog *catalog, const char *prefix);
/* Converts the code of a language, like "en", to its index. Returns -1 for an unknown code. */
int catalog_language(const char *code);
/*
 * Converts the code of a language, or its name in any language, to its index. Returns -1 for other
 * words.
 */
int catalog_find_language(const struct catalog *catalog, const char *word);
/* Returns the code of a language by its index, or NULL after the last. */
const char *catalog_language_code(unsigned language);
/* Adds the codes of all languages: "en|fr". */
void catalog_add_language_codes(struct string *out);
/* Converts the name of a card style to enum style. Returns -1 for an unknown name. */
int catalog_style(const char *name);
/* Returns the name of a card style, or NULL after the last. */
const char *catalog_style_name(unsigned style);
/* Finds a message by its key, like "rules.mitaines". Returns -1 if not found. */
int catalog_find_key(const char *key);
/*
 * Finds a message by its key: a group like "rules.", then a name of `length` bytes. Returns -1 if
 * not found.
 */
int catalog_find_in_group(const char *group, const char *name, size_t length);
/*
 * Finds the message of a group like "option." for which people may type a word, in any language
 * (msgctxt "word" in the catalogues). Ignores case, and accents unless only they tell two words
 * apart. Returns -1 if not found.
 */
int catalog_find_word(const struct catalog *catalog, const char *group, const char *word);
/* True if people may type a word for a message, in any language. */
bool catalog_is_word(const struct catalog *catalog, enum message message, const char *word);
/* Returns the folded words of all languages for a message, separated by blanks; "": none. */
const char *catalog_words(const struct catalog *catalog, enum message message);
/*
 * Returns the index of a folded word in a message that is a list of words, in any language, or -1.
 */
int catalog_find_listed(const struct catalog *catalog, enum message list, const char *folded);
/*
 * Returns the index of the language to which a typed word of a message belongs. Returns -1 if
 * several languages have the word, or none.
 */
int catalog_word_language(const struct catalog *catalog, enum message message, const char *word);
const char *catalog_key(enum message message);
/*
 * Returns the variant of a message: the message whose key is `group`, like "people.", and the key
 * of `message`. Returns `message` itself if it has no such variant.
 */
enum message catalog_variant(const char *group, enum message message);
/*
 * Returns the text of a message in a language, or else in English. Its placeholders are not filled.
 */
const char *catalog_text(const struct catalog *catalog, unsigned language, enum message message);

/* A value for a placeholder of a message. The caller owns texts and cards. */
struct arg {
	const char *name; /* name of the placeholder; NULL ends a list */
	enum {
		ARG_TEXT,
		ARG_NAME,
		ARG_NUMBER,
		ARG_SIGNED,
		ARG_CARDS,
		ARG_MESSAGE,
		ARG_OPTIONS
	} type;
	union {
		const char *text;
		int64_t number;
		struct {
			enum message message;
			const struct arg *args;
		};
		struct {
			const card *cards;
			unsigned count;
		};
	};
};

#define ARGS(...) ((const struct arg[]){ __VA_ARGS__, { .name = NULL } })
#define NO_ARGS   ((const struct arg *)NULL)

static inline struct arg arg_text(const char *name, const char *text)
{
	return (struct arg){ .name = name, .type = ARG_TEXT, .text = text };
}

/* Makes an argument from a person's name. nametext_add will write the name. */
static inline struct arg arg_name(const char *name, const char *text)
{
	return (struct arg){ .name = name, .type = ARG_NAME, .text = text };
}

static inline struct arg arg_number(const char *name, int64_t number)
{
	return (struct arg){ .name = name, .type = ARG_NUMBER, .number = number };
}

/* Makes an argument from a number that is shown with its sign: +10, -1, 0. */
static inline struct arg arg_signed(const char *name, int64_t number)
{
	return (struct arg){ .name = name, .type = ARG_SIGNED, .number = number };
}

static inline struct arg arg_cards(const char *name, const card *set, unsigned count)
{
	return (struct arg){ .name = name, .type = ARG_CARDS, .cards = set, .count = count };
}

static inline struct arg arg_message(const char *name, enum message message)
{
	return (struct arg){ .name = name, .type = ARG_MESSAGE, .message = message };
}

/* Makes an argument from a message and the values of its placeholders, which the caller owns. */
static inline struct arg arg_filled(const char *name, enum message message, const struct arg *args)
{
	return (struct arg){ .name = name, .type = ARG_MESSAGE, .message = message, .args = args };
}

/*
 * Makes an argument from options or presets to translate: "target=100 partners=no",
 * "draw=stock|either", "quebec".
 */
static inline struct arg arg_options(const char *name, const char *options)
{
	return (struct arg){ .name = name, .type = ARG_OPTIONS, .text = options };
}

/*
 * Adds a message and fills its placeholders. A placeholder without a value becomes empty. A
 * placeholder written { place} also adds a blank, unless its value is empty.
 *
 * A page tells people to tap, not to type: with locale.browser, adds the message browser.KEY
 * instead. Without such a message, adds only the sentences without a command.
 */
void catalog_add(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message message, const struct arg *args);
/* Adds a card in the locale's language and style. */
void catalog_add_card(
	struct string *out, const struct catalog *catalog, struct locale locale, card c);
/* Adds one word of a message that is a list of words, like "two three four …". place: from 0. */
void catalog_add_list_word(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message list, unsigned place);
/* Adds a card's name in words, like "nine of diamonds". rank: the word for its rank. */
void catalog_add_spelled_card(struct string *out, const struct catalog *catalog,
	struct locale locale, const char *rank, unsigned suit);
/* Returns the separator between cards: a blank, or ", " in STYLE_PLAIN. */
const char *catalog_card_separator(struct locale locale);
/*
 * Returns the separator between the parts of a line: " · ", or "; " in STYLE_PLAIN, where screen
 * readers pause.
 */
const char *catalog_part_separator(struct locale locale);
/* Returns the words for cards and moves in all languages, the locale's language first. */
const struct move_words *catalog_move_words(const struct catalog *catalog, struct locale locale);

#endif
