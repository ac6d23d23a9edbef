/*
 * mitch.h - Mitch, a game of building columns to win suits. Sources: rules text 002, all its
 * variations, and the inventor's later version Revolution.
 *
 * Our readings where the text is silent:
 * - A match has as many hands as players, so each player deals once, unless `hands` says otherwise.
 *   The highest total wins, and equal totals share the win.
 * - The turn that draws the third Ace belongs to the second phase: no player loses 10 points for
 *   it.
 * - Variations 1 and 2: a player unable to take the top discard draws automatically. This happens
 *   if the pile is empty, or if the card must be placed and does not fit. With draw=place, taking a
 *   card places it in the same move. With draw=either, the card may be discarded again.
 * - Variation 3: if several shortest winning suits have the same ranks, each of them scores double.
 * - Variation 4: the third of the eight Aces begins the second phase. ties=low reverses every step
 *   of comparing two columns, not only the first.
 * - Variation 5: without cards in hand (hand=0) the third Ace ends the hand. The first player draws
 *   by a move of their own, so every hand has a move.
 * - Variation 6: a column of one card counts as descending. With ties=low the column whose last
 *   card is nearer to the end of its direction wins; between equal ones, the descending column
 *   wins. With two decks, the earlier cards decide in the same way when the last cards are equal.
 * - Revolution: the fourth Ace ends the hand before its drawer places or discards. If it comes
 *   during the deal, the hand has no turn and scores 0 for everyone; the first draw may end it too.
 *   The fifth suit is `double=shortest`, here also `fifth=yes`, which is the default for two
 *   players. A tie for the lead after the last hand means another hand. One deck only.
 * - The draw for the first dealer: the highest card deals, Aces are lowest, players with equal
 *   highest cards draw again, and all players keep their seats.
 */
#ifndef ENGINE_MITCH_H
#define ENGINE_MITCH_H

#include "engine/game.h"

/* The options of a table. */
enum mitch_option {
	MITCH_DRAW,
	MITCH_TIES,
	MITCH_DOUBLE,
	MITCH_DECKS,
	MITCH_HAND,
	MITCH_HIGHLOW,
	MITCH_HANDS,
	MITCH_OPTIONS
};

/* Values of options, in the order of their lists. */
enum { DRAW_STOCK, DRAW_EITHER, DRAW_PLACE };
enum { TIES_HIGH, TIES_LOW };
enum {
	DOUBLE_NONE,
	DOUBLE_SHORTEST,
	DOUBLE_FOR_TWO /* DOUBLE_FOR_TWO: DOUBLE_SHORTEST, but only with two players */
};

enum { MITCH_ACES = 8 };

/* The public part of a table, in addition to struct state. */
struct mitch_open {
	uint8_t option[MITCH_OPTIONS]; /* by enum mitch_option, as from option_number */
	uint8_t revolution;      /* the preset: one phase, suits score by the number of players */
	uint8_t second;          /* true in the second phase */
	uint8_t to_draw;         /* true if the seat to act must draw or take first */
	uint8_t aces;            /* number of Aces laid out */
	uint8_t stock;           /* number of cards in the stock */
	uint8_t pile_count;      /* number of cards in the discard pile */
	uint16_t acted;          /* one bit for each seat that finished a turn in the first phase */
	uint16_t built;          /* one bit for each seat that placed a card in the first phase */
	uint8_t held[SEATS_MAX]; /* number of cards in each hand */
	uint8_t rising[SEATS_MAX];             /* one bit for each suit whose column ascends */
	uint8_t length[SEATS_MAX][SUIT_COUNT]; /* lengths of columns */
	card ace[MITCH_ACES];
	card last[SEATS_MAX];    /* last card that each seat placed or discarded, or CARD_NONE */
	card pile[DECK_MAX];     /* the discard pile, bottom to top; CARD_NONE from pile_count on */
	cards placed[SEATS_MAX]; /* each tableau as a set: no seat can place a card twice */
	cards fits[SEATS_MAX];   /* cards that the columns of each seat still take */
	cards taken[SEATS_MAX];  /* cards taken from the discard pile and still in hand */
};

/* A hand from one deck or two: the set of its cards, and the set of those held twice. */
struct mitch_hand {
	cards all;
	cards twice;
};

/* Each card is in exactly one place: stock, hand, tableau, discard pile or Aces. */
struct mitch {
	struct state head;
	struct mitch_open open;
	struct mitch_hand hand[SEATS_MAX];
	card deck[DECK_MAX]; /* the last open.stock cards are the stock */
};

struct mitch_view {
	struct view head;
	struct mitch_open open;
	struct mitch_hand hand; /* hand of the view's seat; empty for a bystander */
};

/* One column of a tableau. Bit 4r of `ranks` is rank r. An empty column is all zero. */
struct mitch_column {
	cards ranks;
	unsigned last; /* rank of the last card */
	bool rising;
};

extern const struct game mitch_game;

struct mitch_column mitch_column(const struct mitch_open *open, unsigned seat, unsigned suit);
/* Returns the number of cards in play: one deck or two. */
static inline unsigned mitch_deck_size(const struct mitch_open *open)
{
	return (unsigned)open->option[MITCH_DECKS] * CARD_COUNT;
}
/* Returns the number of the Ace that ends the drawing of cards, from 1. */
static inline unsigned mitch_last_ace(const struct mitch_open *open)
{
	return open->revolution ? 4 : 3;
}
/* Returns the number of hands in a match: the option, or one for each player. */
static inline unsigned mitch_hands(const struct mitch_open *open, unsigned players)
{
	unsigned hands = open->option[MITCH_HANDS];
	return hands > 0 ? hands : players;
}
/* Computes points by seat, and reports their parts as events unless events is NULL. */
void mitch_score(const struct state *head, const struct mitch_open *open, int32_t *points,
	struct events *events);

#endif
