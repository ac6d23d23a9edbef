/* match/start.h - how a match begins. */
#ifndef BOT_MATCH_START_H
#define BOT_MATCH_START_H

#include "bot/lobby/lobby.h"

/*
 * Begins the match of a table where enough people are who are there, as who is gone loses the seat:
 * draw for the deal, seats, first hand.
 */
enum refusal start_match(struct lobby *lobby, struct table *table);

#endif
