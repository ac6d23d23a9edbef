/* mitaines/past.h - what a deal has shown of the hands, for any number of players. */
#ifndef ENGINE_MITAINES_PAST_H
#define ENGINE_MITAINES_PAST_H

#include "engine/mitaines/state.h"

enum { MITAINES_PAST = 24 };

/* What others played in this deal, the first play first, and what each of them saw before it. */
struct mitaines_past {
	unsigned count;
	struct mitaines_view sight[MITAINES_PAST]; /* their hands are left out */
	struct move move[MITAINES_PAST];
};

/* Deals any cards to a table as it was when the view's hand began, the face-up cards as shown. */
void mitaines_begin_again(
	const struct game *game, struct mitaines *table, const struct mitaines_view *view);
/* Returns the i-th card shown in a hand as the move that played it. */
struct move mitaines_shown_move(const struct mitaines_open *open, unsigned i);

void mitaines_recall(
	const struct game *game, struct mitaines_past *past, const struct mitaines_view *view);
/*
 * How well imagined hands fit that past, 1…10^15: each play counts that greedy would have made
 * with that hand.
 */
uint64_t mitaines_past_fits(const struct mitaines_past *past, const struct mitaines *table);

#endif
