/* card.h - cards, sets of cards, and how they are read and written. */
#ifndef ENGINE_CARD_H
#define ENGINE_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/text.h"

/* A card is rank * 4 + suit: ranks 2 3 4 5 6 7 8 9 T J Q K A are 0…12, suits C D H S are 0…3. */
typedef uint8_t card;
/* A set of cards: bit c stands for card c, so a rank is four neighbouring bits. */
typedef uint64_t cards;

enum { CARD_COUNT = 52, CARD_NONE = 0xff, RANK_COUNT = 13, SUIT_COUNT = 4 };
enum { RANK_7 = 5, RANK_T = 8, RANK_J = 9, RANK_Q = 10, RANK_K = 11, RANK_A = 12 };
enum { SUIT_C, SUIT_D, SUIT_H, SUIT_S };

#define CARD(rank, suit) ((card)((rank)*4 + (suit)))
#define TEN_OF_DIAMONDS  CARD(RANK_T, SUIT_D)
#define CARDS_ALL        ((UINT64_C(1) << CARD_COUNT) - 1)
#define CARDS_OF_RANK(r) (UINT64_C(15) << ((r)*4))
#define CARDS_OF_SUIT(s) (UINT64_C(0x1111111111111) << (s))

static inline unsigned card_rank(card c)
{
	return c >> 2;
}

static inline unsigned card_suit(card c)
{
	return c & 3;
}

static inline cards card_bit(card c)
{
	return UINT64_C(1) << c;
}

/* Puts the 52 cards suit by suit into a list that has room for them; returns their number. */
unsigned cards_in_order(card *list);

static inline unsigned cards_count(cards set)
{
	return (unsigned)__builtin_popcountll(set);
}

/* The lowest card of a set that is not empty. */
static inline card cards_first(cards set)
{
	return (card)__builtin_ctzll(set);
}

static inline unsigned cards_count_of_rank(cards set, unsigned rank)
{
	/* The number of bits in every number of four bits, four bits each. */
	return UINT64_C(0x4332322132212110) >> (set >> rank * 4 & 15) * 4 & 15;
}

/* Where English and French letters collide (9C: clubs or coeur) the reader's notation decides. */
enum notation { NOTATION_ENGLISH, NOTATION_FRENCH };

/*
 * Reads one card at *at: rank 2…9, 10 or T, J Q K A (V D R A), then suit C D H S (T K C P) or
 * its Unicode symbol, with or without the emoji selector U+FE0F; any case. Sets *c and moves *at
 * behind it; false leaves both unchanged. The character after the card must not be a letter or
 * digit.
 */
bool card_read(const char **at, enum notation notation, card *c);
/* Writes rank and suit as in records: 9D, TC, JS. */
void card_write(struct text *text, card c);
/* With the suit's symbol, 9♦, which reads alike in every notation. */
void card_write_symbol(struct text *text, card c);

#endif
