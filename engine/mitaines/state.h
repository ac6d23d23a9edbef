/* state.h - Mitaines: the state of a table, and what one seat sees of it. */
#ifndef ENGINE_MITAINES_STATE_H
#define ENGINE_MITAINES_STATE_H

#include "engine/mitaines/rules.h"

/* The live contract; while the pile is not frozen, as mitaines_no_contract. */
struct mitaines_contract {
	uint8_t seat; /* who called it, or SEAT_NONE */
	uint8_t kind; /* cards it takes: CALL_MITTEN, CALL_GLOVE, CALL_SOCK */
	uint8_t rank; /* or MITAINES_NO_RANK */
	uint8_t down; /* cards of its rank played since the call, the called one included */
};

enum { MITAINES_NO_RANK = 0xff };

static const struct mitaines_contract mitaines_no_contract = { SEAT_NONE, 0, MITAINES_NO_RANK, 0 };

/* What everybody at the table sees, beside struct state. */
struct mitaines_open {
	struct mitaines_rules rules;
	cards pile_set; /* the cards of the pile */
	cards gone;     /* captured in this hand */
	cards four;     /* the first face-up cards while they lie in the pile */
	struct mitaines_contract live;
	int16_t below;    /* value of the overcalled contracts below the live one */
	uint8_t deals;    /* deals of this hand so far */
	uint8_t undealt;  /* cards still to be dealt in this hand */
	uint8_t exchange; /* seats that still have to pass cards to their partner */
	uint8_t maker;    /* who last completed or stole a contract in this hand, or SEAT_NONE */
	uint8_t held[MITAINES_SEATS]; /* cards in each hand */
	uint8_t pile_count;           /* the last cards shown, bottom to top, are the pile */
	uint8_t shown_count;
	card shown[CARD_COUNT]; /* turned up or played in this hand, in order; behind: nothing */
	cards called[3];        /* of these, the ones a mitten, glove, sock was called with */
};

/* A card is in exactly one place: undealt, in a hand, in the pile or gone. */
struct mitaines {
	struct state head;
	struct mitaines_open open;
	cards hand[MITAINES_SEATS];
	cards passed[MITAINES_SEATS]; /* cards each seat passed to its partner in this deal */
	card deck[CARD_COUNT];        /* of this hand; the last `undealt` ones are still to come */
};

struct mitaines_view {
	struct view head;
	struct mitaines_open open;
	cards hand;    /* of the view's seat; empty for a bystander */
	cards partner; /* cards the seat passed to its partner and knows to be there still */
};

/* The seat that passes cards to and fro with this one. */
static inline unsigned mitaines_partner(unsigned seat)
{
	return seat ^ 2;
}
/* The next seat clockwise. */
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
/* The pile, bottom to top. */
static inline const card *mitaines_pile(const struct mitaines_open *open)
{
	return open->shown + open->shown_count - open->pile_count;
}
/* The card on top of a pile that is not empty. */
static inline card mitaines_top(const struct mitaines_open *open)
{
	return open->shown[open->shown_count - 1];
}

#endif
