#include "bot/text/cardtext.h"

#include <string.h>

#include "bot/text/fold.h"

/* The ways to write a rank: as a word (nine), as a letter (T), as a number (10). */
enum way { AS_WORD, AS_LETTER, AS_NUMBER, WAYS };

enum { NAME = 64 };

/* Folds a text. Reads œ as two letters, because few keyboards have it. */
static void fold(const char *text, char *folded, size_t size)
{
	fold_word(text, folded, size);
	for (char *at = folded; (at = strstr(at, "œ")) != NULL;)
		memcpy(at, "oe", strlen("œ"));
}

static bool is_word_end(char c)
{
	return c == '\0' || c == ' ' || c == '\t' || c == ',';
}

/* The folded names of all cards in a language. A name that the language lacks is empty. */
struct names {
	char name[WAYS][CARD_COUNT][NAME];
};

/* Finds the name of a card at the start of a folded text. Returns the length of the name, or 0. */
static size_t read_card(const struct names *names, const char *text, card *found)
{
	for (enum way way = AS_WORD; way < WAYS; way++) {
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			const char *name = names->name[way][c];
			size_t length = strlen(name);
			*found = (card)c;
			if (length > 0 && strncmp(text, name, length) == 0 &&
				is_word_end(text[length]))
				return length;
		}
	}
	return 0;
}

/* Writes the names of all cards in a language. */
static void name_cards(const struct catalog *catalog, struct locale locale, struct names *names)
{
	struct string rank = STRING_EMPTY, text = STRING_EMPTY;
	for (enum way way = AS_WORD; way < WAYS; way++)
		for (unsigned c = 0; c < CARD_COUNT; c++) {
			card named = (card)c;
			string_clear(&rank);
			string_clear(&text);
			if (way == AS_NUMBER)
				string_add_number(&rank, card_rank(named) + 2);
			else
				catalog_add_list_word(&rank, catalog, locale,
					way == AS_WORD ? MSG_CARD_RANKS_SPELLED : MSG_CARD_RANKS,
					card_rank(named));
			/* Jacks and higher cards have no number. */
			if (way != AS_NUMBER || c < CARD(RANK_J, 0))
				catalog_add_spelled_card(
					&text, catalog, locale, rank.bytes, card_suit(named));
			fold(text.bytes, names->name[way][c], NAME);
		}
	string_free(&rank);
	string_free(&text);
}

/* True if a text has the name of a suit. Most texts have none and need no further look. */
static bool has_suit_name(const struct catalog *catalog, struct locale locale, const char *folded)
{
	for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
		struct string text = STRING_EMPTY;
		char name[NAME];
		catalog_add_list_word(&text, catalog, locale, MSG_CARD_SUITS_SPELLED, suit);
		fold(text.bytes, name, NAME);
		string_free(&text);
		if (name[0] != '\0' && strstr(folded, name) != NULL)
			return true;
	}
	return false;
}

bool cardtext_read(const struct catalog *catalog, struct locale locale, const char *text,
	char out[CARDTEXT_TEXT])
{
	char folded[CARDTEXT_TEXT];
	char read[CARDTEXT_TEXT];
	struct text all = text_in(read, sizeof read);
	struct names names;
	bool any = false;
	fold(text, folded, sizeof folded);
	if (!has_suit_name(catalog, locale, folded))
		return false;
	name_cards(catalog, locale, &names);
	for (const char *at = folded; *at != '\0';) {
		card c;
		size_t length = 0;
		if (at == folded || is_word_end(at[-1]))
			length = read_card(&names, at, &c);
		if (length > 0)
			card_write_symbol(&all, c);
		else
			text_char(&all, *at);
		any = any || length > 0;
		at += length > 0 ? length : 1;
	}
	if (any)
		memcpy(out, read, sizeof read);
	return any;
}
