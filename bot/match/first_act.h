/* first_act.h - explains a game's special acts to a player, the first time that a turn has one. */
#ifndef BOT_MATCH_FIRST_ACT_H
#define BOT_MATCH_FIRST_ACT_H

#include "bot/lobby/lobby.h"

/*
 * Explains passing, foreplacing, placing or discarding cards to the player to move, if the turn
 * allows it and it is new to them. After a finished match of the game and preset it is not new.
 */
void first_act_explain(struct lobby *lobby, struct table *table);

#endif
