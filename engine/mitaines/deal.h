/* mitaines/deal.h - how hands of Mitaines begin and end. */
#ifndef ENGINE_MITAINES_DEAL_H
#define ENGINE_MITAINES_DEAL_H

#include "engine/mitaines/state.h"

/* Members of struct game under the same names; game.h holds their contracts. */
unsigned mitaines_draw(const struct state *state, unsigned players, const card *deck,
	uint8_t order[SEATS_MAX], struct events *events);
void mitaines_deal(struct state *state, const card *deck, struct events *events);
unsigned mitaines_side(const struct state *state, unsigned seat);

/* The seat to act passes cards to its partner; events may be NULL. */
void mitaines_give(struct mitaines *table, struct move move, struct events *events);
/*
 * What follows from a card that seat has taken from its hand: a call, a capture, and after the last
 * card of a deal another deal or the end of the hand. events may be NULL.
 */
void mitaines_settle(
	struct mitaines *table, unsigned seat, struct move move, struct events *events);

#endif
