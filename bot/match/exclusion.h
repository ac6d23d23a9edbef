/*
 * exclusion.h - matches in a channel that keeps the bot out or mute.
 *
 * A channel operator could freeze a match by a ban. So the table waits grace_seconds, and then the
 * match ends as one that cannot go on. The grace is for all bans since the last move that was made
 * while the bot was in the channel: letting the bot in for a moment does not renew it. While the
 * network itself is away no grace is used.
 */
#ifndef BOT_MATCH_EXCLUSION_H
#define BOT_MATCH_EXCLUSION_H

#include "bot/lobby/lobby.h"

/* Once a second for a running table of such a channel: uses up grace, and ends the match. */
void exclusion_look(struct lobby *lobby, struct table *table, int64_t passed);
/* Tells a player in such a channel, once and in private, how long their table waits. */
void exclusion_tell(struct lobby *lobby, struct person *person);
/* Gives a table all its grace back after a move, if the bot is in the channel. */
void exclusion_moved(struct table *table);

#endif
