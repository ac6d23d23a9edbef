/*
 * catalog.h - the message catalogue: all texts that people read, in each language.
 *
 * The catalogues are bot/text/LANGUAGE.po. A message has a key, MSG_KEY in C, and a text with
 * named places such as {seat}, which a translation may reorder. A message that a language lacks is
 * shown in English.
 */
#ifndef BOT_TEXT_CATALOG_H
#define BOT_TEXT_CATALOG_H

#include "bot/base/string.h"
#include "engine/card.h"
#include "words/catalogue.h" /* generated: enum message, MSG_COUNT */

/* Styles of cards. STYLE_PLAIN spells them out for screen readers. */
enum style { STYLE_UNICODE, STYLE_ASCII, STYLE_COLOUR, STYLE_PLAIN, STYLE_COUNT };

/* Bytes of a command prefix, NUL included. */
enum { LOCALE_PREFIX = 9 };

/* The language and style of a person or a channel. */
struct locale {
	uint8_t language;           /* index into the catalogues; 0 is English */
	uint8_t style;              /* enum style */
	char prefix[LOCALE_PREFIX]; /* command prefix; empty: the catalogue's */
	bool coloured;              /* colours suits in every style but STYLE_PLAIN */
};

struct catalog;

/*
 * Opens a list of catalogues, usually `catalogues`; the first must be English. The caller frees it
 * with catalog_free and owns prefix, which fills {prefix} unless the locale has its own.
 */
struct catalog *catalog_open(const struct catalogue *list, const char *prefix);
void catalog_free(struct catalog *catalog);
/* Changes the prefix; the caller owns the text. */
void catalog_set_prefix(struct catalog *catalog, const char *prefix);
/* Convert a language's code ("en") to its index, or -1, and back, or NULL after the last. */
int catalog_language(const char *code);
const char *catalog_language_code(unsigned language);
/* Convert the name of a card style to enum style, or -1, and back, or NULL after the last. */
int catalog_style(const char *name);
const char *catalog_style_name(unsigned style);
/* Finds a message by its key ("rules.mitaines"), or returns -1. */
int catalog_find_key(const char *key);
/* Finds the message with the key group ("rules.") + name, of length bytes, or returns -1. */
int catalog_find_in_group(const char *group, const char *name, size_t length);
/*
 * Finds the message of a group ("option.") whose text in any language equals word, both folded.
 * Returns its key without the group, or NULL.
 */
const char *catalog_find_text(const struct catalog *catalog, const char *group, const char *word);
const char *catalog_key(enum message message);
/* Returns a message in a language, or else in English, with unfilled places. */
const char *catalog_text(const struct catalog *catalog, unsigned language, enum message message);

/* A value for a place of a text. The caller owns texts and cards. */
struct arg {
	const char *name; /* NULL ends a list */
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

/* A person's name, written by nametext_add. */
static inline struct arg arg_name(const char *name, const char *text)
{
	return (struct arg){ .name = name, .type = ARG_NAME, .text = text };
}

static inline struct arg arg_number(const char *name, int64_t number)
{
	return (struct arg){ .name = name, .type = ARG_NUMBER, .number = number };
}

/* A number with its sign: +10, -1, 0. */
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

/* A message with places of its own; the caller owns args. */
static inline struct arg arg_filled(const char *name, enum message message, const struct arg *args)
{
	return (struct arg){ .name = name, .type = ARG_MESSAGE, .message = message, .args = args };
}

/* Options of a table, "target=100 partners=no" or "draw=stock|either", to be translated. */
static inline struct arg arg_options(const char *name, const char *options)
{
	return (struct arg){ .name = name, .type = ARG_OPTIONS, .text = options };
}

/*
 * Adds a message with its places filled. A place without an argument stays empty. { place} adds its
 * blank only if the value is not empty.
 */
void catalog_add(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message message, const struct arg *args);
/* Adds a card in the locale's language and style. */
void catalog_add_card(
	struct string *out, const struct catalog *catalog, struct locale locale, card c);
/* Adds one word of a message that is a list, "two three four …". place is from 0. */
void catalog_add_list_word(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message list, unsigned place);
/* Adds a card's name, "nine of diamonds", with `rank` as the word for its rank. */
void catalog_add_spelled_card(struct string *out, const struct catalog *catalog,
	struct locale locale, const char *rank, unsigned suit);
/* Returns the separator of cards: a blank, or ", " in STYLE_PLAIN. */
const char *catalog_card_separator(struct locale locale);
/* Returns the separator of a line's parts: " · ", or "; " in STYLE_PLAIN for a pause. */
const char *catalog_part_separator(struct locale locale);
/* Returns the notation of cards in the locale's language. */
enum notation catalog_notation(const struct catalog *catalog, struct locale locale);

#endif
