/* first_act.h - explains a game's special acts when a player's turn first allows one of them. */
#ifndef BOT_MATCH_FIRST_ACT_H
#define BOT_MATCH_FIRST_ACT_H

#include "bot/lobby/lobby.h"

/* Returns the message that explains an act of the player to move, or MSG_OK. */
enum message first_act_message(struct table *table);
/*
 * Explains to the player to move how to pass, foreplace, place or discard cards, if the turn allows
 * this and it was not explained to them before. After a finished match of the game and preset, a
 * player needs no explanation.
 */
void first_act_explain(struct lobby *lobby, struct table *table);

#endif
