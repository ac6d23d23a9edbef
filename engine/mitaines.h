/*
 * mitaines.h - the card game Mitaines: the state of a table, and the view of one seat. Sources:
 * rules texts 000, 001 and 004.
 */
#ifndef ENGINE_MITAINES_H
#define ENGINE_MITAINES_H

#include "engine/mitaines/rules.h"

/* The live contract; mitaines_no_contract while the pile is not frozen. */
struct mitaines_contract {
	uint8_t seat; /* seat of the caller, or SEAT_NONE */
	uint8_t kind; /* number of cards: CALL_MITTEN, CALL_GLOVE or CALL_SOCK */
	uint8_t rank; /* rank of the contract, or MITAINES_NO_RANK */
	/* cards of the contract's rank played since the call, including the called card */
	uint8_t down;
};

enum { MITAINES_NO_RANK = 0xff };

static const struct mitaines_contract mitaines_no_contract = { SEAT_NONE, 0, MITAINES_NO_RANK, 0 };

/* The public part of a table, in addition to struct state. */
struct mitaines_open {
	struct mitaines_rules rules;
	cards pile_set; /* cards in the pile */
	cards gone;     /* cards captured by all seats in this hand */
	cards four;     /* cards turned up in the first deal, while they are in the pile */
	struct mitaines_contract live;
	int16_t below;    /* points of the overcalled contracts below the live one */
	uint8_t deals;    /* number of deals so far in this hand */
	uint8_t undealt;  /* number of cards still to be dealt in this hand */
	uint8_t exchange; /* number of seats that still have to pass cards */
	uint8_t maker; /* last seat that completed or stole a contract in this hand, or SEAT_NONE */
	uint8_t held[MITAINES_SEATS]; /* number of cards in each hand */
	uint8_t pile_count;           /* number of cards in the pile: the last entries of `shown` */
	uint8_t shown_count;
	card shown[CARD_COUNT]; /* cards turned up or played in this hand, in order */
	cards called[3];        /* cards that called a mitten, a glove, a sock */
};

/* The state. Each card is in exactly one place: undealt, in a hand, in the pile or gone. */
struct mitaines {
	struct state head;
	struct mitaines_open open;
	cards hand[MITAINES_SEATS];
	cards passed[MITAINES_SEATS]; /* cards each seat passed to its partner in this deal */
	card deck[CARD_COUNT];        /* the last `undealt` cards are still to be dealt */
};

struct mitaines_view {
	struct view head;
	struct mitaines_open open;
	cards hand;    /* hand of the view's seat; empty for a bystander */
	cards partner; /* cards passed to the partner and certainly still in the partner's hand */
};

extern const struct game mitaines_game;

/* Returns the partner of a seat in the exchange. */
static inline unsigned mitaines_partner(unsigned seat)
{
	return seat ^ 2;
}
static inline unsigned mitaines_after(const struct mitaines *table, unsigned seat)
{
	return seat + 1 == table->head.players ? 0 : seat + 1;
}

static inline void mitaines_pile_add(struct mitaines_open *open, card c)
{
	open->shown[open->shown_count++] = c;
	open->pile_count++;
	open->pile_set |= card_bit(c);
}
/* Returns the pile, bottom to top: pile_count cards. */
static inline const card *mitaines_pile(const struct mitaines_open *open)
{
	return open->shown + open->shown_count - open->pile_count;
}
/* Returns the top card of a pile, which must not be empty. */
static inline card mitaines_top(const struct mitaines_open *open)
{
	return open->shown[open->shown_count - 1];
}

#endif
