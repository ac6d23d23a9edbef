/* card.c - reading and writing cards. */
#include "engine/card.h"

#include <string.h>

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "CDHS";

static bool is_alphanumeric(char c)
{
	return (c >= '0' && c <= '9') || (text_upper(c) >= 'A' && text_upper(c) <= 'Z');
}

/*
 * Returns the length of a list's first word, or 0 if the text does not begin with it. Ignores case.
 */
static size_t match(const char *list, const char *text)
{
	size_t length = 0;
	while (list[length] != '\0' && list[length] != ' ') {
		if (text_upper(list[length]) != text_upper(text[length]))
			return 0;
		length++;
	}
	return length;
}

/*
 * Reads a word of a list at *at and moves *at past it. Returns its index in the list, or -1. With
 * `last`, a word counts only if neither a letter nor a digit follows it.
 */
static int read_listed(const char **at, const char *list, bool last)
{
	for (int index = 0; *list != '\0'; index++) {
		size_t length = match(list, *at);
		if (length > 0 && !(last && is_alphanumeric((*at)[length]))) {
			*at += length;
			return index;
		}
		list += strcspn(list, " ");
		list += *list == ' ';
	}
	return -1;
}

static int read_rank(const char **at, const struct move_words *words)
{
	int rank = -1;
	for (; words != NULL && rank < 0; words = words->next)
		rank = read_listed(at, words->ranks, false);
	return rank < 0 ? rank : rank % RANK_COUNT;
}

/*
 * Reads the Unicode symbol of a suit, black or white, and moves *at past it. Returns the suit, or
 * -1. U+2660…U+2667 are the bytes E2 99 A0…A7 in UTF-8.
 */
static int read_symbol(const char **at)
{
	static const char suits[] = { SUIT_S, SUIT_H, SUIT_D, SUIT_C, SUIT_S, SUIT_H, SUIT_D,
		SUIT_C };
	if (strncmp(*at, "\xe2\x99", 2) != 0)
		return -1;
	unsigned index = (unsigned char)(*at)[2] - 0xa0u;
	if (index >= sizeof suits)
		return -1;
	*at += 3;
	if (strncmp(*at, "\xef\xb8\x8f", 3) == 0)
		*at += 3;
	return suits[index];
}

bool card_read(const char **at, const struct move_words *words, card *c)
{
	const char *here = *at;
	int rank = read_rank(&here, words);
	int suit = rank >= 0 ? read_symbol(&here) : -1;
	for (; rank >= 0 && suit < 0 && words != NULL; words = words->next)
		suit = read_listed(&here, words->suits, true);
	if (suit < 0 || is_alphanumeric(*here))
		return false;
	*c = CARD(rank, suit);
	*at = here;
	return true;
}

#define SUIT(s) \
	s, s + 4, s + 8, s + 12, s + 16, s + 20, s + 24, s + 28, s + 32, s + 36, s + 40, s + 44, \
		s + 48

unsigned cards_in_order(card *list)
{
	static const card whole[CARD_COUNT] = { SUIT(SUIT_C), SUIT(SUIT_D), SUIT(SUIT_H),
		SUIT(SUIT_S) };
	memcpy(list, whole, sizeof whole);
	return CARD_COUNT;
}

void card_write(struct text *text, card c)
{
	text_char(text, rank_letters[card_rank(c)]);
	text_char(text, suit_letters[card_suit(c)]);
}

void card_write_symbol(struct text *text, card c)
{
	static const char *const symbols[] = { "♣", "♦", "♥", "♠" };
	text_char(text, rank_letters[card_rank(c)]);
	text_add(text, symbols[card_suit(c)]);
}
