/*
 * presence.h - disconnected players: grace period, stand-in, return.
 *
 * A seat whose player loses the connection has a grace period; after it an AI player stands in
 * until the player is back. During the grace the player's own turn clock stops; in a netsplit,
 * which has a longer grace, the clocks of the whole table. The grace for lost connections covers
 * all absences up to the player's next move, the grace for netsplits covers a whole match. So
 * repeated leaving, or a QUIT that looks like a netsplit, cannot hold up a table for long. Graces
 * belong to the seat, even if its player changes. A player that only left the channel is still
 * present: their clock runs.
 */
#ifndef BOT_MATCH_PRESENCE_H
#define BOT_MATCH_PRESENCE_H

#include "bot/lobby/lobby.h"

/* Size of a time as text. */
enum { PRESENCE_WAIT_SIZE = 16 };

/* Note that a player has lost their connection, or has it again. */
void presence_mark_lost(struct lobby *lobby, struct person *person, bool split);
void presence_mark_back(struct lobby *lobby, struct person *person);
/*
 * Marks a player as blocked, as private lines do not reach them. Says so at most once a day in the
 * channel of one of their tables, without their cards. presence_retry_private, for a player that
 * acts: shows their hands again.
 */
void presence_mark_blocked(struct lobby *lobby, struct person *person);
void presence_retry_private(struct lobby *lobby, struct person *person);
/*
 * True if a person can be reached, or if a connection has their nick and may prove to be them. A
 * person whose connection was lost is not here until they return.
 */
bool presence_is_here(const struct person *person);
/* True if a seat has a player and an AI player stands in or the player cannot be reached. */
bool presence_is_away(const struct seat *seat);
/* True if no player is present. In a running match, players in their grace count as present. */
bool presence_is_deserted(const struct table *table);
/* Marks unreachable players as lost. Call it when the bot comes into the table's channel again. */
void presence_mark_unreachable(struct lobby *lobby, struct table *table);
/* Renews a seat's grace for lost connections after its player's own move. */
void presence_renew_grace(struct table *table, unsigned seat);
/*
 * Says in one line each which players are missing, replaced or back. Gives seats back and lets AI
 * players stand in. Call it once a second for a running table.
 */
void presence_update(struct lobby *lobby, struct table *table);
/*
 * Calls presence_update if the match runs and the bot is in the channel. Call it before an act that
 * ends the match unless other players are present: one may have returned since.
 */
void presence_update_running(struct lobby *lobby, struct table *table);
/*
 * Continues play after the players of these seats returned. Shows the hand to the one with the
 * turn. The turn's clock starts again only if no other player waited.
 */
void presence_resume_play(struct lobby *lobby, struct table *table, uint16_t seats);
/* Writes a time as "90 s" or "10 min", rounded up. */
void presence_write_wait(int64_t milliseconds, char wait[PRESENCE_WAIT_SIZE]);
/* True if the turn clock of a running table stops for a missing player. */
bool presence_is_clock_stopped(struct table *table);

#endif
