/*
 * catalog.h - the message catalogue: every word a person reads comes from here.
 *
 * The catalogues are words/LANGUAGE.po; a message has a key, known in C as WORD_KEY, and a text
 * with named places such as {seat}, so that a translation may order them freely. What a language
 * lacks is said in English.
 */
#ifndef BOT_TEXT_CATALOG_H
#define BOT_TEXT_CATALOG_H

#include "bot/base/string.h"
#include "engine/card.h"
#include "words/catalogue.h" /* generated: enum word, WORD_COUNT */

/* Plain cards are spelled out, for who listens to a screen reader. */
enum style { STYLE_UNICODE, STYLE_ASCII, STYLE_COLOUR, STYLE_PLAIN, STYLE_COUNT };

/* Bytes of a prefix of commands, NUL included. */
enum { LOCALE_PREFIX = 9 };

/* How one listener, or a channel, wants to read. */
struct locale {
	uint8_t language;           /* index into the catalogues; 0 is English */
	uint8_t style;              /* enum style */
	char prefix[LOCALE_PREFIX]; /* of commands there; empty: the usual one */
	bool coloured;              /* suits have colours beside their signs or letters */
};

struct catalog;

/*
 * Reads catalogues (the embedded ones are `catalogues`), the first of which is English. Freed by
 * catalog_free. prefix, which lives as long, fills the place {prefix} in every text where the
 * locale has none.
 */
struct catalog *catalog_open(const struct catalogue *list, const char *prefix);
void catalog_free(struct catalog *catalog);
/* Another prefix from now on. */
void catalog_prefix(struct catalog *catalog, const char *prefix);
/* The embedded language of that code ("en"), or -1; its code, or NULL right behind the last. */
int catalog_language(const char *code);
const char *catalog_language_code(unsigned language);
/* The card style of that name, or -1; the name of a style, or NULL behind the last. */
int catalog_style(const char *name);
const char *catalog_style_name(unsigned style);
/* The message of that key ("rules.mitaines"), or -1. */
int catalog_named(const char *key);
/* The message of a group ("rules.") with a name of so many bytes, or -1. */
int catalog_in(const char *group, const char *name, size_t length);
/*
 * The name within a group ("option.") of the message that a word is the text of in any language,
 * folded on both sides; NULL: there is none.
 */
const char *catalog_said(const struct catalog *catalog, const char *group, const char *word);
/* The key of a message. */
const char *catalog_key(enum word word);
/* A message as a language has it, its places not filled; of what it lacks, the English. */
const char *catalog_text(const struct catalog *catalog, unsigned language, enum word word);

/* What goes into the places of a text. Strings and cards belong to the caller. */
struct arg {
	const char *name; /* NULL ends a list */
	enum { ARG_TEXT, ARG_NAME, ARG_NUMBER, ARG_SIGNED, ARG_CARDS, ARG_WORD, ARG_OPTIONS } type;
	union {
		const char *text;
		int64_t number;
		enum word word;
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

/* The name of a person, see nametext.h. */
static inline struct arg arg_name(const char *name, const char *text)
{
	return (struct arg){ .name = name, .type = ARG_NAME, .text = text };
}

static inline struct arg arg_number(const char *name, int64_t number)
{
	return (struct arg){ .name = name, .type = ARG_NUMBER, .number = number };
}

/* Written with its sign: +10, -1, 0. */
static inline struct arg arg_signed(const char *name, int64_t number)
{
	return (struct arg){ .name = name, .type = ARG_SIGNED, .number = number };
}

static inline struct arg arg_cards(const char *name, const card *set, unsigned count)
{
	return (struct arg){ .name = name, .type = ARG_CARDS, .cards = set, .count = count };
}

static inline struct arg arg_word(const char *name, enum word word)
{
	return (struct arg){ .name = name, .type = ARG_WORD, .word = word };
}

/* Options of a table, "target=100 partners=no" or "draw=stock|either", in the reader's words. */
static inline struct arg arg_options(const char *name, const char *options)
{
	return (struct arg){ .name = name, .type = ARG_OPTIONS, .text = options };
}

/*
 * Adds the text of a message with its places filled. A place without an argument stays empty; one
 * written { place} brings its blank only when it has something to say.
 */
void catalog_add(struct string *out, const struct catalog *catalog, struct locale locale,
	enum word word, const struct arg *args);
/* Adds one card in the locale's style, in the letters of its language. */
void catalog_card(struct string *out, const struct catalog *catalog, struct locale locale, card c);
/* Adds the word at a place, from 0, of a message that is a list: "two three four …". */
void catalog_listed(struct string *out, const struct catalog *catalog, struct locale locale,
	enum word list, unsigned place);
/* Adds a card spelled out with that word for its rank: "nine of diamonds". */
void catalog_spell(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *rank, unsigned suit);
/* What parts cards in the locale's style: a blank, or a comma where they are spelled out. */
const char *catalog_between_cards(struct locale locale);
/* What parts the pieces of a line: a dot between, or what a screen reader pauses at. */
const char *catalog_between_parts(struct locale locale);
/* How the locale's language writes cards. */
enum notation catalog_notation(const struct catalog *catalog, struct locale locale);

#endif
