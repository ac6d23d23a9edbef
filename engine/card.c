/* card.c - reading and writing cards. */
#include "engine/card.h"

#include <string.h>

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "CDHS";

static bool is_alphanumeric(char c)
{
	return (c >= '0' && c <= '9') || (text_upper(c) >= 'A' && text_upper(c) <= 'Z');
}

static int letter_index(const char *letters, char c)
{
	const char *found = c != '\0' ? strchr(letters, c) : NULL;
	return found != NULL ? (int)(found - letters) : -1;
}

/* Reads a rank in either notation: no letter stands for two ranks. */
static int read_rank(const char **at)
{
	static const struct {
		char letter;
		char rank;
	} french[] = { { 'V', RANK_J }, { 'D', RANK_Q }, { 'R', RANK_K } };
	char c = text_upper(**at);

	if (c == '1' && (*at)[1] == '0') {
		*at += 2;
		return RANK_T;
	}
	*at += c != '\0';
	for (size_t i = 0; i < sizeof french / sizeof french[0]; i++)
		if (french[i].letter == c)
			return french[i].rank;
	return letter_index(rank_letters, c);
}

/*
 * Reads the symbol of a suit. U+2660…U+2667, every suit in black and in white, are the bytes E2 99
 * A0…A7.
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

static int read_suit(const char **at, enum notation notation)
{
	static const char french[] = "TKCP";
	char c = text_upper(**at);
	int first = letter_index(notation == NOTATION_FRENCH ? french : suit_letters, c);
	int second = letter_index(notation == NOTATION_FRENCH ? suit_letters : french, c);
	if (first < 0 && second < 0)
		return read_symbol(at);
	++*at;
	return first >= 0 ? first : second;
}

bool card_read(const char **at, enum notation notation, card *c)
{
	const char *here = *at;
	int rank = read_rank(&here);
	int suit = rank >= 0 ? read_suit(&here, notation) : -1;
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
