/*
 * mate.h - Mate, the chess-like game with twenty cards. Source: rules text 003 and all its
 * variations.
 *
 * One deal serves a round of two hands. For the second hand the players exchange their cards, and
 * the other player leads first. struct state counts rounds as hands. A match is four rounds, or two
 * with rounds=2; equal totals share the win.
 *
 * Our readings where the text is silent or contradicts itself:
 * - Each player gets ten cards, one at a time (the text says five and ten). Any card may be
 *   foreplaced.
 * - If only one player foreplaced, that player plays their ninth card again in trick 10. A mate
 *   with a card that is led again is an overmate.
 * - discard=yes: after a discard the player must still hold a card to play, and, when answering, a
 *   card that answers. So a card that is led mates at once or not at all, and the last card is
 *   never laid aside.
 * - An overmate multiplies by trick + cards laid aside - 9, as the text's table for discard=yes
 *   does from 11 on. The first entry of that table is the overmate after foreplacing: trick 10,
 *   one foreplaced card.
 * - king=yes: an opponent without an Ace plays the suit, or is mated. The rank led is the Ace, so
 *   no other card answers.
 * - A foreplaced card is shown at the end of its hand.
 */
#ifndef ENGINE_MATE_H
#define ENGINE_MATE_H

#include "engine/game.h"

/* The options of a table. */
enum mate_option { MATE_DISCARD, MATE_KING, MATE_SUITS, MATE_ROUNDS, MATE_OPTIONS };

enum { MATE_SEATS = 2, MATE_DECK = 20, MATE_HAND = 10 };

#define MATE_CARDS \
	(CARDS_OF_RANK(RANK_7) | CARDS_OF_RANK(RANK_T) | CARDS_OF_RANK(RANK_Q) | \
		CARDS_OF_RANK(RANK_K) | CARDS_OF_RANK(RANK_A))

/* The public part of a table, in addition to struct state. */
struct mate_open {
	uint8_t option[MATE_OPTIONS]; /* by enum mate_option, as from option_number */
	uint8_t second;               /* true in the second hand of the round */
	/* number of players who decided about foreplacing; always 2 with discard=yes */
	uint8_t decided;
	uint8_t trick;    /* number of the trick, from 1 */
	card led;         /* the card that must be answered, or CARD_NONE */
	uint8_t king;     /* true if `led` was led with King's Privilege */
	uint8_t again;    /* true if `led` was led before, by a player without other cards */
	uint8_t laid_now; /* true if the seat to act laid a card aside in this turn */
	uint8_t laid[MATE_SEATS]; /* number of cards laid aside or foreplaced */
	uint8_t held[MATE_SEATS]; /* number of cards in hand; a player with 0 plays the last card
				     again */
	card last[MATE_SEATS];    /* last card played, or CARD_NONE */
	cards played[MATE_SEATS];
	cards aside[MATE_SEATS];  /* cards laid aside, known to both players */
	cards denied[MATE_SEATS]; /* cards that the seat cannot hold, judging by its answers */
};

/* The state. Each card is in exactly one place: in hand, played, laid aside or foreplaced. */
struct mate {
	struct state head;
	struct mate_open open;
	cards hand[MATE_SEATS];  /* cards in hand; once all are played, the last card played */
	cards dealt[MATE_SEATS]; /* cards dealt in this round; the players exchange them for the
				    second hand */
	card fore[MATE_SEATS];   /* the foreplaced card, or CARD_NONE */
};

struct mate_view {
	struct view head;
	struct mate_open open;
	cards hand;   /* hand of the view's seat; empty for a bystander */
	cards theirs; /* cards that the opponent may hold, including a foreplaced one */
	card fore;    /* foreplaced card of the view's seat, or CARD_NONE */
};

extern const struct game mate_game;

/* Returns the height of a card; the higher one takes a trick (rules text 003, card ranking). */
unsigned mate_height(const struct mate_open *open, card c);
/* Returns the points of a mate with a card, before multiplication (rules text 003, scoring). */
unsigned mate_value(card c);

/* Returns the cards of a hand that answer the card led. An empty set means mate. */
static inline cards mate_answers(card led, bool king, cards hand)
{
	cards suit = hand & CARDS_OF_SUIT(card_suit(led));
	cards rank = hand & CARDS_OF_RANK(card_rank(led));
	if (king && rank != 0)
		return rank;
	return suit != 0 ? suit : rank;
}

#endif
