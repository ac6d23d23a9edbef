/* mitaines/past.h - conclusions about hands from the plays of a deal, for any number of players */
#ifndef ENGINE_MITAINES_PAST_H
#define ENGINE_MITAINES_PAST_H

#include "engine/mitaines.h"

enum { MITAINES_PAST = 24 };

/* The plays of the other seats in this deal, oldest first. */
struct mitaines_past {
	unsigned count;
	struct mitaines_view view[MITAINES_PAST]; /* view before each play, without hands */
	struct move move[MITAINES_PAST];
};

/*
 * Sets up the table as at the beginning of this hand, with the real face-up cards and arbitrary
 * cards in hands.
 */
void mitaines_begin_again(
	const struct game *game, struct mitaines *table, const struct mitaines_view *view);
/* Returns the i-th shown card of a hand as the move that played it. */
struct move mitaines_shown_move(const struct mitaines_open *open, unsigned i);

/*
 * Returns true if every dealt card is shown or held, so that the shown cards tell all plays of the
 * hand. False for a table that a test laid out in the middle of a hand.
 */
bool mitaines_has_past(const struct mitaines_open *open, unsigned players);

void mitaines_recall(
	const struct game *game, struct mitaines_past *past, const struct mitaines_view *view);
/*
 * Returns how well the hands of a random deal explain the past plays, 1…10^15: the weight grows
 * with each play that the greedy player would have made with that hand.
 */
uint64_t mitaines_past_fits(const struct mitaines_past *past, const struct mitaines *table);

#endif
