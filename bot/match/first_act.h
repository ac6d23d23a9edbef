/*
 * first_act.h - explains a game's special acts to players whose turn allows such an act for the
 * first time.
 */
#ifndef BOT_MATCH_FIRST_ACT_H
#define BOT_MATCH_FIRST_ACT_H

#include "bot/lobby/lobby.h"

/*
 * Returns the message that explains a special act of the player to move, or MSG_OK if they have
 * none.
 */
enum message first_act_message(struct table *table);
/*
 * Explains to the player to move how to pass, foreplace, place or discard cards, if the turn allows
 * this and the bot has not explained it to them before. Players who finished a match of this game
 * and preset lately need no explanation.
 */
void first_act_explain(struct lobby *lobby, struct table *table);

#endif
