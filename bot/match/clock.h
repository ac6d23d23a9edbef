/* clock.h - time at the tables: turns that take too long, and tables nobody uses. */
#ifndef BOT_MATCH_CLOCK_H
#define BOT_MATCH_CLOCK_H

#include "bot/lobby/lobby.h"

/*
 * To be called about once a second. Warns who is to move at two thirds of the time, and at its end
 * lets an AI player move; closes tables nobody started or came back to. Clocks stand where the bot
 * is not in the channel, for a while after the store refused a batch, while the hand of whoever is
 * to move waits to be sent, and for people who cannot be reached as presence.h says.
 */
void clock_tick(struct lobby *lobby);

#endif
