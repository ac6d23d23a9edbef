#include "bot/text/question.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bot/text/fold.h"
#include "engine/spelling.h"

/*
 * GUESS: minimum weight of a found intent. ENOUGH: minimum weight of an intent that is not only a
 * guess. WORDS_MOST, TEXT_MOST: limits of a sentence.
 */
enum { GUESS = 3, ENOUGH = 5, WORDS_MOST = 60, TEXT_MOST = 512 };
/*
 * A shorter word is never taken as mistyped, because too many other words are near. A word of
 * exactly this length may have one wrong letter, but none missing or added: "status" is not
 * "stats".
 */
enum { LETTERS_FOR_TYPO = 5 };

static const char group[] = "ask.";
/* The intent of talk that needs no answer. */
static const char other[] = "other";

/* The folded words of a sentence, then the words for its chat spellings ("you" for "u"). */
struct words {
	const char *word[WORDS_MOST];
	unsigned count;
	char text[TEXT_MOST];
	uint64_t known; /* a bit for each word that is in any term of the language that is being
			   weighed */
};
_Static_assert(WORDS_MOST <= 64, "one bit for each word");

/* True for a byte of a word: an ASCII letter or digit, or a byte of another UTF-8 letter. */
static bool is_letter(char byte)
{
	return isalnum((unsigned char)byte) || (unsigned char)byte >= 0x80;
}

static void read_words(const char *sentence, struct words *words)
{
	static const char apostrophe[] = "\xe2\x80\x99";
	words->count = 0;
	fold_word(sentence, words->text, sizeof words->text);
	/* Typographic apostrophes separate words too. */
	for (char *at = words->text; (at = strstr(at, apostrophe)) != NULL;)
		memset(at, ' ', strlen(apostrophe));
	for (char *at = words->text; *at != '\0' && words->count < WORDS_MOST;) {
		while (*at != '\0' && !is_letter(*at))
			at++;
		if (*at != '\0')
			words->word[words->count++] = at;
		while (is_letter(*at))
			at++;
		if (*at != '\0')
			*at++ = '\0';
	}
}

/* Adds the meanings of the sentence's words that are in a list like "u=you r=are". */
static void add_meanings(struct words *words, const char *list)
{
	unsigned count = words->count;
	for (const char *at = list; *at != '\0'; at += *at == ' ') {
		size_t typed = strcspn(at, "=");
		for (unsigned i = 0; i < count && words->count < WORDS_MOST; i++)
			if (strncmp(words->word[i], at, typed) == 0 &&
				words->word[i][typed] == '\0')
				words->word[words->count++] = at + typed + 1;
		at += strcspn(at, " ");
	}
}

/* Returns the length of a word, which ends at a blank or at the end of its text. */
static size_t length_of(const char *word)
{
	return strcspn(word, " ");
}

/* True if a word equals a word of a term. "play*" in a term equals all words that begin so. */
static bool is_equal(const struct words *words, unsigned i, const char *term, size_t length)
{
	const char *said = words->word[i];
	size_t own = length_of(said);
	if (length > 0 && term[length - 1] == '*')
		return own >= length - 1 && strncmp(said, term, length - 1) == 0;
	return length > 0 && own == length && strncmp(said, term, length) == 0;
}

/*
 * True if a word is a word of a term with one letter mistyped, but not the first letter. A word
 * that is itself in any term is not mistyped.
 */
static bool is_mistyped(const struct words *words, unsigned i, const char *term, size_t length)
{
	const char *said = words->word[i];
	size_t own = length_of(said);
	if (length == 0 || *said != *term || term[length - 1] == '*')
		return false;
	size_t least = own < length ? own : length;
	return least >= LETTERS_FOR_TYPO + (own == length ? 0 : 1) && !(words->known >> i & 1) &&
		spelling_is_one_edit(said, own, term, length);
}

/* Returns the bit of the first word not in `used` that matches a part "play|start", or 0. */
static uint64_t find_word(const struct words *words, uint64_t used, const char *part,
	bool (*matches)(const struct words *words, unsigned i, const char *term, size_t length))
{
	size_t length;
	for (const char *at = part;; at += length + 1) {
		length = strcspn(at, "|+:");
		for (unsigned i = 0; i < words->count; i++)
			if (!(used >> i & 1) && matches(words, i, at, length))
				return UINT64_C(1) << i;
		if (at[length] != '|')
			return 0;
	}
}

/* Sets the bits in `known` of the words that are in a list of terms. */
static void mark_known(struct words *words, const char *terms)
{
	for (const char *at = terms; *at != '\0'; at += *at != '\0') {
		size_t length = strcspn(at, "|+: ");
		for (unsigned i = 0; i < words->count; i++)
			if (is_equal(words, i, at, length))
				words->known |= UINT64_C(1) << i;
		at += length;
	}
}

/*
 * True if each part of a term like "how+play|start" matches a different word of the sentence. Moves
 * *at to the end of the term.
 */
static bool has_term(const struct words *words, const char **at)
{
	bool all = true;
	uint64_t used = 0;
	for (;; ++*at) {
		uint64_t found = find_word(words, used, *at, is_equal);
		if (found == 0)
			found = find_word(words, used, *at, is_mistyped);
		all &= found != 0;
		used |= found;
		*at += strcspn(*at, "+:");
		if (**at != '+')
			return all;
	}
}

/* Returns the weight of an intent's terms in the sentence. */
static unsigned weigh(const struct words *words, const char *terms)
{
	unsigned weight = 0;
	for (const char *at = terms + strspn(terms, " "); *at != '\0'; at += strspn(at, " ")) {
		bool has = has_term(words, &at);
		char *end;
		unsigned long one = strtoul(at + (*at == ':'), &end, 10);
		weight += has ? (unsigned)one : 0;
		at = end;
	}
	return weight;
}

/*
 * Returns the language whose short words (spoken.glue) the sentence has most of, or -1 if two
 * languages have equally many.
 */
static int find_language(const struct catalog *catalog, const struct words *words)
{
	unsigned most = 0;
	int language = -1;
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++) {
		const char *list = catalog_text(catalog, l, MSG_SPOKEN_GLUE);
		unsigned count = 0;
		for (unsigned i = 0; i < words->count; i++)
			count += fold_has_word(list, words->word[i]);
		if (count == most)
			language = -1;
		if (count > most)
			language = (int)l;
		most = count > most ? count : most;
	}
	return language;
}

/* The heaviest intent found so far. */
struct found {
	const char *intent;
	int language; /* language of the terms; -1: the terms of two languages weigh the same */
	unsigned weight;
};

/* True if a message is a list of terms. */
static bool is_intent(unsigned message)
{
	return strncmp(catalog_key((enum message)message), group, strlen(group)) == 0;
}

/* Weighs the terms of all intents in one language. */
static void weigh_language(
	const struct catalog *catalog, struct words *words, unsigned language, struct found *found)
{
	words->known = 0;
	mark_known(words, catalog_text(catalog, language, MSG_SPOKEN_GLUE));
	for (unsigned i = 0; i < MSG_COUNT; i++)
		if (is_intent(i))
			mark_known(words, catalog_text(catalog, language, (enum message)i));
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		if (!is_intent(i))
			continue;
		unsigned weight = weigh(words, catalog_text(catalog, language, (enum message)i));
		const char *intent = catalog_key((enum message)i) + strlen(group);
		if (weight > found->weight)
			*found = (struct found){ intent, (int)language, weight };
		else if (weight == found->weight && intent == found->intent)
			found->language = -1;
	}
}

struct question question_read(const struct catalog *catalog, const char *sentence)
{
	struct words words;
	struct found found = { NULL, -1, GUESS - 1 };
	read_words(sentence, &words);
	int language = find_language(catalog, &words);
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++)
		add_meanings(&words, catalog_text(catalog, l, MSG_SPOKEN_WORDS));
	/*
	 * Weigh the sentence's own language first, because a word of another one can look like a
	 * term: "faire" and "fair".
	 */
	if (language >= 0)
		weigh_language(catalog, &words, (unsigned)language, &found);
	bool mixed = found.weight < ENOUGH;
	uint64_t all = words.count > 0 ? UINT64_MAX >> (64 - words.count) : 0;
	uint64_t shared = UINT64_MAX; /* words that the terms of all languages contain */
	for (unsigned l = 0; mixed && catalog_language_code(l) != NULL; l++)
		if ((int)l != language) {
			weigh_language(catalog, &words, l, &found);
			shared &= words.known;
		}
	/* Words like "web" do not tell the language. */
	if ((all & ~shared) == 0)
		found.language = -1;
	bool none = found.intent == NULL || strcmp(found.intent, other) == 0;
	return (struct question){ .intent = none ? NULL : found.intent,
		.sure = found.weight >= ENOUGH,
		.language = language >= 0 ? language : found.language };
}
