/* start.h - starts the match of a table. */
#ifndef BOT_MATCH_START_H
#define BOT_MATCH_START_H

#include "bot/lobby/lobby.h"

/*
 * Starts the match of a table: frees the seats of absent people, draws the first dealer, orders the
 * seats and deals. Returns REFUSE_NONE, or why the remaining players cannot start the match.
 */
enum refusal start_match(struct lobby *lobby, struct table *table);
/*
 * Gives AI players of a level as many seats as a private table needs, says that the table is open,
 * and starts the match.
 */
void start_solo(struct lobby *lobby, struct table *table, enum level level);

#endif
