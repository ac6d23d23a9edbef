/*
 * mate.h - Mate: chess played with twenty cards. Source: seed 003 and all its variations.
 *
 * One deal serves a round of two hands: in the second the players have changed cards, and the other
 * leads first. struct state counts rounds as hands; four of them are the whole game, or two with
 * rounds=2, and equal totals share it.
 *
 * Readings where the text is silent or contradicts itself:
 * - Ten cards each, one at a time (the text says five and ten). Any card may be foreplaced.
 * - A player who alone foreplaced plays their ninth card again in trick 10. A mate with a card that
 *   is led again is an overmate.
 * - discard=yes: a discard must leave a card to play, and when answering one that answers. So
 *   a card led mates at once or not at all, and the last card is never laid aside.
 * - An overmate multiplies by trick + cards laid aside - 9, as the table of discard=yes does from
 *   11 on. The overmate of foreplacing is its first entry: trick 10, one card.
 * - king=yes: an opponent without an Ace plays the suit, or is mated; the rank led is the Ace, so
 *   there is nothing else to answer with.
 * - A foreplaced card is shown when its hand ends.
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

/* What everybody at the table sees, beside struct state. */
struct mate_open {
	uint8_t option[MATE_OPTIONS]; /* as option_number reads them */
	uint8_t second;               /* the second hand of the round */
	uint8_t decided;          /* players that have foreplaced or kept; with discard=yes both */
	uint8_t trick;            /* from 1 */
	card led;                 /* the card to be answered, or CARD_NONE */
	uint8_t king;             /* it was led with King's Privilege */
	uint8_t again;            /* it was led before: its player is out of cards */
	uint8_t laid_now;         /* the seat to act has laid a card aside in this turn */
	uint8_t laid[MATE_SEATS]; /* cards laid aside or foreplaced */
	uint8_t held[MATE_SEATS]; /* cards in hand; 0: the last card played serves again */
	card last[MATE_SEATS];    /* the card played last, or CARD_NONE */
	cards played[MATE_SEATS];
	cards aside[MATE_SEATS];  /* cards laid aside, which all have seen */
	cards denied[MATE_SEATS]; /* cards not in hand, as an answer of the seat has shown */
};

/* Each card dealt is in exactly one place: in hand, played, laid aside or foreplaced. */
struct mate {
	struct state head;
	struct mate_open open;
	cards hand[MATE_SEATS];  /* what may be played: out of cards, the last card played */
	cards dealt[MATE_SEATS]; /* of this round; in its second hand to the other seat */
	card fore[MATE_SEATS];   /* the foreplaced card, or CARD_NONE */
};

struct mate_view {
	struct view head;
	struct mate_open open;
	cards hand;   /* of the view's seat; empty for a bystander */
	cards theirs; /* what the opponent may have in hand: with their foreplaced card */
	card fore;    /* the seat's own, or CARD_NONE */
};

extern const struct game mate_game;

/* A number that grows with the order of cards, ranks first: the higher card takes a trick. */
unsigned mate_height(const struct mate_open *open, card c);
/* What a card scores that mates. */
unsigned mate_value(card c);

/* The cards of a hand that answer a card led; none: its holder is mated. */
static inline cards mate_answers(card led, bool king, cards hand)
{
	cards suit = hand & CARDS_OF_SUIT(card_suit(led));
	cards rank = hand & CARDS_OF_RANK(card_rank(led));
	if (king && rank != 0)
		return rank;
	return suit != 0 ? suit : rank;
}

#endif
