/*
 * grace.h - graces: the time for which a table waits for a player whose connection is lost, and for
 * which a match waits for its players while the channel bars the bot. Waiting uses them up, and a
 * move of the seat's own player renews them.
 */
#ifndef BOT_MATCH_GRACE_H
#define BOT_MATCH_GRACE_H

#include "bot/lobby/lobby.h"

/* The two kinds of a seat's grace: for a lost connection, and for a netsplit. */
enum { GRACE_LOST, GRACE_SPLIT };

/* Returns the ms of grace that a seat has left. grace: GRACE_LOST or GRACE_SPLIT. */
int64_t grace_remaining(const struct table *table, unsigned seat, unsigned grace);
/* Returns the kind of grace that the absence of a seat's player uses up. */
unsigned grace_kind(const struct table *table, unsigned seat);
/* Subtracts the time of a player's absence from the grace of their seat. */
void grace_use(const struct lobby *lobby, struct table *table, unsigned seat);
/* Subtracts the time of a lost person's absence from the graces of all their seats. */
void grace_use_all(struct lobby *lobby, const struct person *person);
/*
 * Forgets that a seat's player was told that the channel bars the bot, and that they have spoken in
 * private since.
 */
void grace_end_ban(struct table *table, unsigned seat);
/*
 * Renews the graces after a move of a seat's own player: the grace for lost connections, and if the
 * bot is in the channel, the grace for bans. If the player moved on a page while disconnected,
 * their absence begins anew.
 */
void grace_renew(struct lobby *lobby, struct table *table, unsigned seat);

#endif
