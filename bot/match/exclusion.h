/*
 * exclusion.h - matches in a channel that bans or mutes the bot.
 *
 * A channel operator could freeze a match by a ban. So the table waits grace_seconds; then the
 * match ends as one that cannot go on. The grace covers all bans since the last move that was made
 * while the bot was in the channel: letting the bot in for a moment does not renew it. While the
 * network is disconnected no grace is used.
 */
#ifndef BOT_MATCH_EXCLUSION_H
#define BOT_MATCH_EXCLUSION_H

#include "bot/lobby/lobby.h"

/* Call each second for a barred table: tells players, uses `passed` ms of grace, ends the match. */
void exclusion_update(struct lobby *lobby, struct table *table, int64_t passed);
/* Tells a player at such tables in private, once, how long each table waits. */
void exclusion_tell_player(struct lobby *lobby, struct person *person);
/* Renews the grace of a table after a move, if the bot is in the channel. */
void exclusion_renew_grace(struct table *table);

#endif
