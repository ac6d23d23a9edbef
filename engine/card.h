/* card.h - cards, sets of cards, and their text forms */
#ifndef ENGINE_CARD_H
#define ENGINE_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/text.h"

/* A card is rank * 4 + suit. Ranks 2 3 4 5 6 7 8 9 T J Q K A are 0…12, suits C D H S are 0…3. */
typedef uint8_t card;
/* A set of cards: bit c is card c, so a rank is four adjacent bits. */
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

/* Writes the 52 cards, suit by suit, to a list of at least 52 entries. Returns 52. */
unsigned cards_in_order(card *list);

static inline unsigned cards_count(cards set)
{
	return (unsigned)__builtin_popcountll(set);
}

/* Returns the lowest card of a set, which must not be empty. */
static inline card cards_first(cards set)
{
	return (card)__builtin_ctzll(set);
}

static inline unsigned cards_count_of_rank(cards set, unsigned rank)
{
	/* A table of 16 nibbles: nibble n is the number of bits set in n. */
	return UINT64_C(0x4332322132212110) >> (set >> rank * 4 & 15) * 4 & 15;
}

/*
 * The words of a language for cards and moves; the case of ASCII letters does not matter. Each
 * string is a list of words separated by blanks. acts and calls have one string for each value of
 * enum act and enum call (move.h), NULL for a value without a word.
 */
struct move_words {
	/* one word for each rank from 2 to A, then perhaps a second one for each */
	const char *ranks;
	const char *suits; /* a word for each suit: clubs, diamonds, hearts, spades */
	const char *const *acts, *const *calls;
	const struct move_words *next; /* more words for ranks and suits, less preferred; or NULL */
};
/* The English words of records (record.h). */
extern const struct move_words record_words;

/*
 * Reads one card at *at: a word for its rank, then the word for its suit or its Unicode
 * symbol, with or without the emoji selector U+FE0F. Sets *c and moves *at past the card. Returns
 * false, and changes neither, for anything else, or if an ASCII letter or digit follows the card.
 */
bool card_read(const char **at, const struct move_words *words, card *c);
/* Writes a card as in records: 9D, TC, JS. */
void card_write(struct text *text, card c);
/* Writes a card with the symbol of its suit, 9♦, which is the same in every language. */
void card_write_symbol(struct text *text, card c);

#endif
