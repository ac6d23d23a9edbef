/* mitaines/deal.h - deals, exchanges, and the end of a hand of Mitaines */
#ifndef ENGINE_MITAINES_DEAL_H
#define ENGINE_MITAINES_DEAL_H

#include "engine/mitaines.h"

/* Members of struct game; game.h documents them. */
unsigned mitaines_draw(const struct state *state, unsigned players, const card *deck,
	uint8_t order[SEATS_MAX], struct events *events);
void mitaines_deal(struct state *state, const card *deck, struct events *events);
unsigned mitaines_side(const struct state *state, unsigned seat);

/* Passes cards from the seat to act to its partner. events may be NULL. */
void mitaines_give(struct mitaines *table, struct move move, struct events *events);
/*
 * Finishes the play of a card that has left the seat's hand: a call or a capture, and after the
 * last card of a deal another deal or the end of the hand. events may be NULL.
 */
void mitaines_settle(
	struct mitaines *table, unsigned seat, struct move move, struct events *events);

#endif
