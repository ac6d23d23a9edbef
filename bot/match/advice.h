/*
 * advice.h - one sentence for each player after a match: their costliest move, and the move that
 * `expert` would have made
 */
#ifndef BOT_MATCH_ADVICE_H
#define BOT_MATCH_ADVICE_H

#include "bot/lobby/lobby.h"

/*
 * Begins to review a match that has just been played to its end, unless many reviews wait. In a
 * later batch each person is told their costliest move in private. Leaves out people with advice
 * switched off, and seats in which another player made a move.
 */
void advice_begin(struct lobby *lobby, const struct table *table);

#endif
