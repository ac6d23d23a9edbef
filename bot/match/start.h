/* start.h - starts the match of a table. */
#ifndef BOT_MATCH_START_H
#define BOT_MATCH_START_H

#include "bot/lobby/lobby.h"

/*
 * Starts the match of a table: frees the seats of absent people, draws the first dealer, orders the
 * seats and deals. Returns a refusal if the remaining players cannot start it.
 */
enum refusal start_match(struct lobby *lobby, struct table *table);

#endif
