/* duel_move.h - converts an action, as engine/mitaines/duel.h packs it, to a move. */
#ifndef TESTS_DUEL_MOVE_H
#define TESTS_DUEL_MOVE_H

#include "engine/mitaines/duel.h"

/* Returns the move for an action, with a card of this hand that has the action's rank. */
static inline struct move duel_move(cards hand, unsigned action)
{
	cards of_rank = hand & CARDS_OF_RANK(duel_rank(action));
	card c = duel_lane(action) == DUEL_TEN ? TEN_OF_DIAMONDS
					       : cards_first(of_rank & ~card_bit(TEN_OF_DIAMONDS));
	int kind = duel_kind(action);
	return move_play(c, kind < 0 ? CALL_NONE : (enum call)(kind + CALL_MITTEN));
}

#endif
