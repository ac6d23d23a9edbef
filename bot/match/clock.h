/* clock.h - the time limits of turns and of idle tables. */
#ifndef BOT_MATCH_CLOCK_H
#define BOT_MATCH_CLOCK_H

#include "bot/lobby/lobby.h"

/*
 * Runs the clocks of all tables; call it about once a second. After two thirds of a turn's time,
 * warns the player to move; at its end, an AI player moves. A turn has no clock if only AI players
 * wait. After a long time, closes tables that were not started and matches without moves.
 *
 * A table's clock stops while the bot is not in the channel, after a rollback, while the network
 * has a backlog, while the line with the hand of the player to move is queued, and for absent
 * players (presence.h).
 */
void clock_tick(struct lobby *lobby);

#endif
