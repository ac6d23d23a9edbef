/*
 * exclusion.h - matches in a channel that bans or mutes the bot.
 *
 * Without a limit, a channel operator could freeze a match by a ban. So the table waits
 * grace_seconds, and then ends the match as one that cannot go on. All bans since the last move
 * with the bot in the channel share this grace, so that letting the bot in for a moment does not
 * renew it. The grace is not used up while the network is disconnected.
 */
#ifndef BOT_MATCH_EXCLUSION_H
#define BOT_MATCH_EXCLUSION_H

#include "bot/lobby/lobby.h"

/*
 * Updates a table whose channel bars the bot; call it each second. Tells the players, uses up
 * `passed` ms of grace, and ends the match when the grace is over.
 */
void exclusion_update(struct lobby *lobby, struct table *table, int64_t passed);
/* Tells a player in private how long their tables wait in channels that bar the bot. */
void exclusion_tell_player(struct lobby *lobby, struct person *person);
/* Renews the grace of a table after a move, if the bot is in the channel. */
void exclusion_renew_grace(struct table *table);

#endif
