/* clock.h - time limits of turns and of idle tables. */
#ifndef BOT_MATCH_CLOCK_H
#define BOT_MATCH_CLOCK_H

#include "bot/lobby/lobby.h"

/*
 * Runs all clocks; call it about once a second. Warns the player to move at two thirds of their
 * time; at its end an AI player moves. Closes tables that were not started or are deserted for
 * long. Clocks stop while the bot is not in the channel, after a rollback, while the network has a
 * backlog, while the hand of the player to move is queued, and for absent people (presence.h).
 */
void clock_tick(struct lobby *lobby);

#endif
