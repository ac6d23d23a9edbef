/* rate.h - what a match does to ratings. */
#ifndef BOT_MATCH_RATE_H
#define BOT_MATCH_RATE_H

#include "bot/lobby/lobby.h"

/* True if the match, once it ends, moves people's ratings. */
bool rate_at_stake(const struct lobby *lobby, const struct table *table);
/* Moves them, by the state as it is now; those of AI players in any case. */
void rate_match(struct lobby *lobby, struct table *table);

#endif
