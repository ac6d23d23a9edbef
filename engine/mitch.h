/*
 * mitch.h - Mitch: building columns to win suits. Source: seed 002, all its variations, and the
 * inventor's later version Revolution.
 *
 * Readings where the text is silent:
 * - A match is as many hands as there are players, so that everybody deals once, unless
 *   `hands` says otherwise. Highest total wins, equal totals share the win.
 * - The turn that draws the third Ace belongs to the second phase: it costs nobody 10 points.
 * - Variations 1 and 2: who cannot take the top discard draws without being asked (the pile is
 *   empty, or the card would have to be placed and does not fit), and with draw=place taking
 *   places the card in the same move. With draw=either the card may be discarded again.
 * - Variation 3: of shortest winning suits with the very same ranks each scores double.
 * - Variation 4: the third Ace of the eight begins the second phase. ties=low turns every step
 *   of comparing two columns round, not only the first.
 * - Variation 5: without cards in hand (hand=0) the third Ace ends the hand; the first player
 *   draws by a move of their own, so that every hand has one.
 * - Variation 6: a column of one card counts as descending. With ties=low the column whose last
 *   card is nearer to the end it runs to wins; equal: descending wins. Behind an equal last card
 *   (two decks) the cards before it decide in the same way.
 * - Revolution: the fourth Ace ends the hand before its drawer places or discards. If it comes
 *   while hands are dealt, the hand has no turn and scores 0 for all; so may the first draw end it.
 *   The fifth suit is `double=shortest`, here also `fifth=yes`, and the usual with two players. A
 *   tie for the lead after the last hand means another. One deck only.
 * - The draw for the first dealer: highest card deals, Aces are lowest, equal cards on top draw
 *   again; players keep their places.
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

/* The choices of options, in the order their values are listed. */
enum { DRAW_STOCK, DRAW_EITHER, DRAW_PLACE };
enum { TIES_HIGH, TIES_LOW };
enum { DOUBLE_NONE, DOUBLE_SHORTEST, DOUBLE_FOR_TWO /* with two players, as DOUBLE_SHORTEST */ };

enum { MITCH_ACES = 8 };

/* What everybody at the table sees, beside struct state. */
struct mitch_open {
	uint8_t option[MITCH_OPTIONS]; /* as option_number reads them */
	uint8_t revolution;            /* the preset: no second phase, and suits score by players */
	uint8_t second;                /* the second phase has begun */
	uint8_t to_draw;               /* the seat to act has to draw or take first */
	uint8_t aces;                  /* laid out */
	uint8_t stock;                 /* cards left in it */
	uint8_t pile_count;            /* cards in the discard pile */
	uint16_t acted;            /* seats that took a whole turn in the first phase, a bit each */
	uint16_t built;            /* seats that placed a card in the first phase */
	uint8_t held[SEATS_MAX];   /* cards in each hand */
	uint8_t rising[SEATS_MAX]; /* suits whose column ascends, a bit each */
	uint8_t length[SEATS_MAX][SUIT_COUNT]; /* of columns */
	card ace[MITCH_ACES];
	card last[SEATS_MAX];    /* the card each seat placed or discarded last, or CARD_NONE */
	card pile[DECK_MAX];     /* bottom to top; what lies behind pile_count is CARD_NONE */
	cards placed[SEATS_MAX]; /* a tableau: no seat can place a card twice */
	cards fits[SEATS_MAX];   /* what its columns still take */
	cards taken[SEATS_MAX];  /* from the discard pile into a hand and not laid from it since */
};

/* A hand from one deck or two: all different cards, and those of them held twice. */
struct mitch_hand {
	cards all;
	cards twice;
};

/* A card is in exactly one place: stock, a hand, a tableau, the discard pile or among the Aces. */
struct mitch {
	struct state head;
	struct mitch_open open;
	struct mitch_hand hand[SEATS_MAX];
	card deck[DECK_MAX]; /* as dealt; the last open.stock cards are the stock */
};

struct mitch_view {
	struct view head;
	struct mitch_open open;
	struct mitch_hand hand; /* of the view's seat; empty for a bystander */
};

/* One column of a tableau. Rank r is bit 4r of ranks; without cards it is all zero. */
struct mitch_column {
	cards ranks;
	unsigned last; /* rank of the card laid last */
	bool rising;
};

extern const struct game mitch_game;

struct mitch_column mitch_column(const struct mitch_open *open, unsigned seat, unsigned suit);
/* How many cards the table plays with: one deck or two. */
static inline unsigned mitch_deck_size(const struct mitch_open *open)
{
	return (unsigned)open->option[MITCH_DECKS] * CARD_COUNT;
}
/* Returns which Ace, counted from 1, ends the drawing of cards. */
static inline unsigned mitch_last_ace(const struct mitch_open *open)
{
	return open->revolution ? 4 : 3;
}
/* How many hands are a match: one for each player, or as the option says. */
static inline unsigned mitch_hands(const struct mitch_open *open, unsigned players)
{
	unsigned hands = open->option[MITCH_HANDS];
	return hands > 0 ? hands : players;
}
/* Scores the tableaux of a finished hand: points by seat, and what they are for unless NULL. */
void mitch_score(const struct state *head, const struct mitch_open *open, int32_t *points,
	struct events *events);

#endif
