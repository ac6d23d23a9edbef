/* first_act.h - explains a game's special acts to a player, the first time that a turn has one. */
#ifndef BOT_MATCH_FIRST_ACT_H
#define BOT_MATCH_FIRST_ACT_H

#include "bot/lobby/lobby.h"

/*
 * Explains to the player to move how to pass, foreplace, place or discard cards, if the turn allows
 * this and it was not explained to them before. After a finished match of the game and preset, a
 * player needs no explanation.
 */
void first_act_explain(struct lobby *lobby, struct table *table);

#endif
