/* fact.h - what a game has to say: what happened in a move, and what lies on the table. */
#ifndef ENGINE_FACT_H
#define ENGINE_FACT_H

#include "engine/card.h"

enum { SEATS_MAX = 10, DECK_MAX = 104, FACTS_MAX = 96, SEAT_NONE = 0xff };

/* In brackets: the members of struct fact that a kind uses beside `kind`. */
enum fact_kind {
	/* What happened. */
	FACT_DRAWN,   /* draw for the first dealer [seat = player before seating, cards: one] */
	FACT_HAND,    /* a hand begins [seat = dealer, number = hand, from 1] */
	FACT_DEAL,    /* cards are dealt [number = deal of the hand, from 1; cards: face up] */
	FACT_PLAY,    /* [seat, cards: one, number = enum call] */
	FACT_RAISE,   /* a card that raises one's own contract [as FACT_PLAY] */
	FACT_GIVE,    /* [seat, other = receiver, cards, eyes] */
	FACT_CAPTURE, /* [seat, how, number = kind of contract or 0, cards: one of the rank, points]
		       */
	FACT_SCORE,   /* a part of what was just captured or won [seat, how, points] */
	FACT_PLACE,   /* [seat, cards: one] */
	FACT_DISCARD, /* [seat, cards: one, eyes] */
	FACT_FOREPLACE, /* [seat, cards: one, eyes] */
	FACT_KEEP,      /* [seat] */
	FACT_PICK_UP,   /* a card drawn [seat, cards: one, eyes] */
	FACT_TAKE,      /* the top of the discard pile taken [seat, cards: one] */
	FACT_ACE,       /* laid out [seat, cards: one, number = Aces out now] */
	FACT_PHASE,     /* another phase of the hand begins [number, seat = first to act] */
	FACT_SUIT,      /* a suit won at the end of a hand [seat, cards: one of the suit, points] */
	FACT_PENALTY,   /* [seat, how, points (negative)] */
	FACT_TRICK,     /* [seat = who takes it, number = trick, from 1] */
	FACT_MATED, /* [seat = who mates, other = who is mated, cards: one, number = trick, points]
		     */
	FACT_DRAW,  /* nobody won the hand */
	FACT_UNCOVER,   /* a card that lay hidden is shown [seat, cards: one] */
	FACT_SWAP,      /* the round's second hand: the same cards, exchanged [number = hand] */
	FACT_HAND_END,  /* points and totals are in the state [number = hand] */
	FACT_TIE,       /* equal on top: another hand */
	FACT_MATCH_END, /* the winning sides are in the state */
	/* What lies on the table, for game->describe. */
	FACT_PILE,     /* bottom to top [cards]; whoever captures it gets so much more [points] */
	FACT_CONTRACT, /* live [seat, number = kind, cards: one of the rank, points = cards down] */
	FACT_HELD,     /* [seat, number = cards in hand] */
	FACT_COLUMN,   /* [seat, cards: first to last] */
	FACT_ACES,     /* Aces out [cards] */
	FACT_STOCK,    /* [number = cards left in it] */
	FACT_TOP,      /* of the discard pile [cards: one, number = cards in it] */
	FACT_LED,      /* the card to be answered [seat, cards: one, number = trick] */
	FACT_LAID, /* laid aside or foreplaced [seat, number of cards; cards where eyes allow] */
	FACT_KINDS
};

/* How a pile was captured, or what points are for. */
enum fact_how {
	HOW_NONE,
	HOW_SWEEP,      /* top card matched */
	HOW_JACK,       /* swept by a Jack */
	HOW_PAIR,       /* a one-card pile swept by its equal */
	HOW_COMPLETE,   /* one's own contract */
	HOW_STEAL,      /* somebody else's contract */
	HOW_DOUBLE,     /* a double mitten or glove */
	HOW_GROUP,      /* equal cards on top made into a group */
	HOW_CONTRACT,   /* points of the contract itself */
	HOW_OVERCALLED, /* points of overcalled contracts below it */
	HOW_TEN,        /* the ten of diamonds */
	HOW_LEFT_TEN,   /* the ten of diamonds left at the end of the hand */
	HOW_FOUR,       /* equal cards among the first four */
	HOW_UNWON,      /* cards placed in suits the player did not win */
	HOW_IDLE,       /* nothing placed in the first phase */
	HOW_KINDS
};

struct fact {
	uint8_t kind;
	uint8_t seat;
	uint8_t other;
	uint8_t how;
	int16_t number;
	int16_t points;
	uint16_t eyes; /* seats that may see the cards, a bit each; EYES_ALL: everybody */
	uint8_t count; /* of cards */
	card cards[CARD_COUNT];
};

enum { EYES_ALL = 0xffff };

struct facts {
	unsigned count;
	struct fact fact[FACTS_MAX];
};

/*
 * Appends a fact with everything else zero and eyes for all; the pointer lives as long as the list.
 * facts may not be NULL and must have room: FACTS_MAX is above what any move reports.
 */
struct fact *facts_add(struct facts *facts, enum fact_kind kind, unsigned seat);
void fact_card(struct fact *fact, card c);

#endif
