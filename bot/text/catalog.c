#include "bot/text/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/text/fold.h"
#include "bot/text/nametext.h"

/* Maximum number of bytes of a folded word to compare, and of a list of words, NUL included. */
enum { CATALOG_NAME = 32, CATALOG_LIST = 512 };

/* The words that people may type for a message in all languages, separated by blanks. */
struct typed_words {
	struct string folded;
	struct string marked; /* the same words with their accents, as fold_case writes them */
};

/* The folded words of a language for cards. */
struct card_words {
	struct string ranks, suits;
};

struct catalog {
	const struct catalogue *list;
	const char *prefix;
	size_t languages;
	struct typed_words words[MSG_COUNT]; /* empty: people do not type the message */
	const char *acts[ACT_COUNT], *calls[CALL_COUNT];
	struct card_words *cards; /* by language */
	/*
	 * for each language, the words for cards of all languages with its own first, then
	 * record_words
	 */
	struct move_words *order;
	/* texts by language and message; then the texts for pages, in the same order */
	const char *text[][MSG_COUNT];
};

/*
 * browser_group: begins the key of a message's text for pages. command_mark: stands before the name
 * of a command in a text.
 */
static const char browser_group[] = "browser.";
static const char command_mark[] = "{prefix}";

static const char *const keys[] = {
#define X(name, key) key,
	WORDS(X)
#undef X
};

void catalog_set_prefix(struct catalog *catalog, const char *prefix)
{
	catalog->prefix = prefix;
}

static void add_folded(
	struct string *out, const char *list, void (*fold)(const char *, char *, size_t))
{
	char folded[CATALOG_LIST];
	fold(list, folded, sizeof folded);
	string_add(out, out->length > 0 ? " " : "");
	string_add(out, folded);
}

/*
 * Lists for each language the words for cards in all languages, its own first, because its readers
 * most likely mean those.
 */
static void order_words(struct catalog *catalog)
{
	size_t count = catalog->languages;
	catalog->cards = memory_new(count, sizeof *catalog->cards);
	catalog->order = memory_new(count * (count + 1), sizeof *catalog->order);
	for (size_t l = 0; l < count; l++) {
		struct card_words *own = &catalog->cards[l];
		*own = (struct card_words){ STRING_EMPTY, STRING_EMPTY };
		add_folded(&own->ranks, catalog->text[l][MSG_CARD_RANKS], fold_word);
		add_folded(&own->ranks, catalog->text[l][MSG_CARD_RANKS_ASCII], fold_word);
		add_folded(&own->suits, catalog->text[l][MSG_CARD_SUITS], fold_word);
	}
	for (size_t l = 0; l < count; l++) {
		struct move_words *order = &catalog->order[l * (count + 1)];
		for (size_t i = 0; i < count; i++) {
			const struct card_words *one = &catalog->cards[i == 0 ? l
					: i <= l                              ? i - 1
									      : i];
			order[i] = (struct move_words){ one->ranks.bytes, one->suits.bytes,
				catalog->acts, catalog->calls, &order[i + 1] };
		}
		order[count] = record_words;
	}
}

struct catalog *catalog_open(const struct catalogue *list, const char *prefix)
{
	size_t count = 0;
	while (list[count].language != NULL)
		count++;
	struct catalog *catalog =
		memory_new(1, sizeof *catalog + 2 * count * sizeof catalog->text[0]);
	catalog->list = list;
	catalog->prefix = prefix;
	catalog->languages = count;
	for (unsigned i = 0; i < MSG_COUNT; i++)
		catalog->words[i] = (struct typed_words){ STRING_EMPTY, STRING_EMPTY };
	for (size_t l = 0; l < count; l++)
		for (unsigned i = 0; i < MSG_COUNT; i++) {
			const char *own = list[l].text[i];
			catalog->text[l][i] = own != NULL ? own : list[0].text[i];
			catalog->text[count + l][i] = catalog->text[l][i];
		}
	/* The text of browser.KEY is the text of KEY for pages. */
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		if (strncmp(keys[i], browser_group, strlen(browser_group)) != 0)
			continue;
		int usual = catalog_find_key(keys[i] + strlen(browser_group));
		for (size_t l = 0; usual >= 0 && l < count; l++)
			if (list[l].text[i] != NULL)
				catalog->text[count + l][usual] = list[l].text[i];
	}
	for (size_t l = 0; l < count; l++)
		for (const struct typed *typed = list[l].typed;
			typed != NULL && typed->words != NULL; typed++) {
			struct typed_words *words = &catalog->words[typed->message];
			add_folded(&words->folded, typed->words, fold_word);
			add_folded(&words->marked, typed->words, fold_case);
		}
#define X(name, verb, cards, secret, turn) \
	catalog->acts[ACT_##name] = catalog->words[MSG_COMMAND_##name].folded.bytes;
	VERBS(X)
#undef X
#define X(name, number, word, message) \
	catalog->calls[CALL_##name] = catalog->words[MSG_CALL_##name].folded.bytes;
	CALLS(X)
#undef X
	order_words(catalog);
	return catalog;
}

void catalog_free(struct catalog *catalog)
{
	if (catalog == NULL)
		return;
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		string_free(&catalog->words[i].folded);
		string_free(&catalog->words[i].marked);
	}
	for (size_t l = 0; l < catalog->languages; l++) {
		string_free(&catalog->cards[l].ranks);
		string_free(&catalog->cards[l].suits);
	}
	free(catalog->cards);
	free(catalog->order);
	free(catalog);
}

int catalog_language(const char *code)
{
	for (int i = 0; catalogues[i].language != NULL; i++)
		if (text_same(catalogues[i].language, code))
			return i;
	return -1;
}

int catalog_find_language(const struct catalog *catalog, const char *word)
{
	char folded[CATALOG_NAME], listed[CATALOG_LIST];
	fold_word(word, folded, sizeof folded);
	for (unsigned l = 0; l < catalog->languages; l++) {
		char *save = NULL;
		fold_word(catalog->text[l][MSG_LANGUAGES], listed, sizeof listed);
		for (const char *name = strtok_r(listed, "= ", &save); name != NULL;
			name = strtok_r(NULL, "= ", &save)) {
			const char *code = strtok_r(NULL, "= ", &save);
			if (code != NULL && strcmp(name, folded) == 0)
				return catalog_language(code);
		}
	}
	return catalog_language(folded);
}

const char *catalog_language_code(unsigned language)
{
	return catalogues[language].language;
}

void catalog_add_language_codes(struct string *out)
{
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++) {
		string_add(out, l > 0 ? "|" : "");
		string_add(out, catalog_language_code(l));
	}
}

const char *catalog_style_name(unsigned style)
{
	return style < STYLE_COUNT ? keys[MSG_VALUE_UNICODE + style] + strlen("value.") : NULL;
}

int catalog_style(const char *name)
{
	for (unsigned i = 0; i < STYLE_COUNT; i++)
		if (strcmp(catalog_style_name(i), name) == 0)
			return (int)i;
	return -1;
}

int catalog_find_key(const char *key)
{
	return catalog_find_in_group("", key, strlen(key));
}

int catalog_find_in_group(const char *group, const char *name, size_t length)
{
	size_t before = strlen(group);
	for (int i = 0; i < MSG_COUNT; i++)
		if (strncmp(keys[i], group, before) == 0 &&
			strncmp(keys[i] + before, name, length) == 0 &&
			keys[i][before + length] == '\0')
			return i;
	return -1;
}

const char *catalog_words(const struct catalog *catalog, enum message message)
{
	return catalog->words[message].folded.bytes;
}

int catalog_find_word(const struct catalog *catalog, const char *group, const char *word)
{
	char folded[CATALOG_NAME], marked[CATALOG_NAME];
	fold_word(word, folded, sizeof folded);
	fold_case(word, marked, sizeof marked);
	int found = -1;
	for (int i = 0; i < MSG_COUNT; i++) {
		const struct typed_words *words = &catalog->words[i];
		if (words->folded.length == 0 || strncmp(keys[i], group, strlen(group)) != 0)
			continue;
		/* Only the accent tells apart the French words for invite and guest. */
		if (fold_has_word(words->marked.bytes, marked))
			return i;
		if (found < 0 && fold_has_word(words->folded.bytes, folded))
			found = i;
	}
	return found;
}

bool catalog_is_word(const struct catalog *catalog, enum message message, const char *word)
{
	return catalog_find_word(catalog, keys[message], word) == (int)message;
}

int catalog_find_listed(const struct catalog *catalog, enum message list, const char *folded)
{
	char listed[CATALOG_LIST];
	int index = -1;
	for (unsigned l = 0; index < 0 && catalog_language_code(l) != NULL; l++) {
		fold_word(catalog->text[l][list], listed, sizeof listed);
		index = fold_find_word(listed, folded);
	}
	return index;
}

int catalog_word_language(const struct catalog *catalog, enum message message, const char *word)
{
	char folded[CATALOG_NAME], listed[CATALOG_LIST];
	int language = -1;
	fold_word(word, folded, sizeof folded);
	for (size_t l = 0; l < catalog->languages; l++)
		for (const struct typed *typed = catalog->list[l].typed;
			typed != NULL && typed->words != NULL; typed++) {
			fold_word(typed->words, listed, sizeof listed);
			if (typed->message != message || !fold_has_word(listed, folded))
				continue;
			if (language >= 0)
				return -1;
			language = (int)l;
		}
	return language;
}

const char *catalog_key(enum message message)
{
	return keys[message];
}

enum message catalog_variant(const char *group, enum message message)
{
	for (int i = 0; i < MSG_COUNT; i++)
		if (strncmp(keys[i], group, strlen(group)) == 0 &&
			strcmp(keys[i] + strlen(group), keys[message]) == 0)
			return (enum message)i;
	return message;
}

const char *catalog_text(const struct catalog *catalog, unsigned language, enum message message)
{
	return catalog->text[language][message];
}

/* Adds a word of a list that is separated by blanks. place: from 0; adds nothing after the last. */
static void add_list_word(struct string *out, const char *list, unsigned place)
{
	for (; place > 0 && *list != '\0'; place--) {
		list += strcspn(list, " ");
		list += strspn(list, " ");
	}
	string_add_bytes(out, list, strcspn(list, " "));
}

const struct move_words *catalog_move_words(const struct catalog *catalog, struct locale locale)
{
	return &catalog->order[locale.language * (catalog->languages + 1)];
}

void catalog_add_list_word(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message list, unsigned place)
{
	add_list_word(out, catalog->text[locale.language][list], place);
}

void catalog_add_spelled_card(struct string *out, const struct catalog *catalog,
	struct locale locale, const char *rank, unsigned suit)
{
	struct string name = STRING_EMPTY;
	catalog_add_list_word(&name, catalog, locale, MSG_CARD_SUITS_SPELLED, suit);
	catalog_add(out, catalog, locale, MSG_CARD_SPELLED,
		ARGS(arg_text("rank", rank), arg_text("suit", name.bytes)));
	string_free(&name);
}

void catalog_add_card(
	struct string *out, const struct catalog *catalog, struct locale locale, card c)
{
	static const char symbols[] = "♣ ♦ ♥ ♠";
	/*
	 * mIRC colours of clubs, diamonds, hearts and spades. They have two digits, because the
	 * digit of a rank may follow. Teal, orange and red also differ for colour-blind people, on
	 * light and dark; spades have the default colour.
	 */
	static const char *const colours[] = { "\00310", "\00307", "\00304", "" };
	if (locale.style == STYLE_PLAIN) {
		struct string rank = STRING_EMPTY;
		catalog_add_list_word(&rank, catalog, locale, MSG_CARD_RANKS_SPELLED, card_rank(c));
		catalog_add_spelled_card(out, catalog, locale, rank.bytes, card_suit(c));
		string_free(&rank);
		return;
	}
	bool coloured = locale.style == STYLE_COLOUR || locale.coloured;
	const char *colour = coloured ? colours[card_suit(c)] : "";
	string_add(out, colour);
	catalog_add_list_word(out, catalog, locale,
		locale.style == STYLE_ASCII ? MSG_CARD_RANKS_ASCII : MSG_CARD_RANKS, card_rank(c));
	if (locale.style == STYLE_UNICODE)
		add_list_word(out, symbols, card_suit(c));
	else
		catalog_add_list_word(out, catalog, locale, MSG_CARD_SUITS, card_suit(c));
	string_add(out, *colour != '\0' ? "\017" : "");
}

const char *catalog_card_separator(struct locale locale)
{
	return locale.style == STYLE_PLAIN ? ", " : " ";
}

const char *catalog_part_separator(struct locale locale)
{
	return locale.style == STYLE_PLAIN ? "; " : " · ";
}

/*
 * Adds options or presets in the locale's language. A name of an option is a message of the group
 * "option.", a value or preset is one of the group "value.". Adds a word without a message as it
 * is.
 */
static void add_options(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *options)
{
	for (const char *at = options; *at != '\0';) {
		size_t length = strcspn(at, " =|,;:()");
		int word = length > 0
			? catalog_find_in_group(
				  at[length] == '=' ? "option." : "value.", at, length)
			: -1;
		if (word >= 0)
			string_add(out, catalog->text[locale.language][word]);
		else
			string_add_bytes(out, at, length);
		at += length;
		if (*at != '\0')
			string_add_char(out, *at++);
	}
}

static void add_arg(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct arg *arg)
{
	switch (arg->type) {
	case ARG_TEXT: string_add(out, arg->text); break;
	case ARG_NAME: nametext_add(out, arg->text); break;
	case ARG_SIGNED:
		if (arg->number > 0)
			string_add_char(out, '+');
		string_add_number(out, arg->number);
		break;
	case ARG_NUMBER: string_add_number(out, arg->number); break;
	case ARG_CARDS:
		for (unsigned i = 0; i < arg->count; i++) {
			string_add(out, i > 0 ? catalog_card_separator(locale) : "");
			catalog_add_card(out, catalog, locale, arg->cards[i]);
		}
		break;
	case ARG_MESSAGE: catalog_add(out, catalog, locale, arg->message, arg->args); break;
	case ARG_OPTIONS: add_options(out, catalog, locale, arg->text); break;
	}
}

/*
 * Fills a placeholder. name: the name of the placeholder, `length` bytes without a NUL. {Place} is
 * {place} with a capital, for the name of a game in a sentence.
 */
static void fill(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *name, size_t length, const struct arg *args)
{
	size_t before = out->length;
	bool capital = length > 0 && *name >= 'A' && *name <= 'Z';
	if (length == strlen("prefix") && strncmp(name, "prefix", length) == 0)
		string_add(out, locale.prefix[0] != '\0' ? locale.prefix : catalog->prefix);
	for (const struct arg *arg = args; arg != NULL && arg->name != NULL; arg++)
		if (strncmp(arg->name + capital, name + capital, length - capital) == 0 &&
			arg->name[length] == '\0' &&
			*arg->name == (capital ? *name + ('a' - 'A') : *name)) {
			add_arg(out, catalog, locale, arg);
			break;
		}
	char *first = out->bytes + before;
	if (capital && out->length > before && *first >= 'a' && *first <= 'z')
		*first = (char)(*first - ('a' - 'A'));
}

/* Adds a text up to `end`, and fills its placeholders. */
static void add_filled(struct string *out, const struct catalog *catalog, struct locale locale,
	const char *at, const char *end, const struct arg *args)
{
	while (at < end) {
		size_t plain = strcspn(at, "{");
		if (plain >= (size_t)(end - at)) {
			string_add_bytes(out, at, (size_t)(end - at));
			return;
		}
		string_add_bytes(out, at, plain);
		at += plain;
		size_t length = strcspn(at + 1, "}");
		/* { place} is a blank and the value, or nothing if the value is empty. */
		bool spaced = at[1] == ' ';
		string_add(out, spaced ? " " : "");
		size_t before = out->length;
		fill(out, catalog, locale, at + 1 + spaced, length - spaced, args);
		if (spaced && out->length == before)
			string_keep_range(out, 0, before - 1);
		at += 1 + length + (at[1 + length] == '}');
	}
}

void catalog_add(struct string *out, const struct catalog *catalog, struct locale locale,
	enum message message, const struct arg *args)
{
	size_t row = locale.language + (locale.browser ? catalog->languages : 0);
	const char *text = catalog->text[row][message];
	if (!locale.browser || strstr(text, command_mark) == NULL) {
		add_filled(out, catalog, locale, text, text + strlen(text), args);
		return;
	}
	/* On a page leave out the sentences with a command. */
	bool cut = false;
	size_t before = out->length;
	for (const char *at = text, *end; *at != '\0'; at = end) {
		for (end = at; *end != '\0';) {
			end += strcspn(end, ".!?");
			if (*end != '\0' && strchr(" \n{", *++end) != NULL)
				break;
		}
		const char *mark = strstr(at, command_mark);
		if (mark != NULL && mark < end) {
			cut = true;
			continue;
		}
		at += cut && out->length == before ? strspn(at, " \n") : 0;
		add_filled(out, catalog, locale, at, end, args);
	}
}
