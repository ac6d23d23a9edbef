/*
 * presence.h - disconnected players: their grace period, stand-in and return.
 *
 * A seat has a grace period when its player loses the connection. When the grace period is over,
 * an AI player stands in until the player is back. During the grace the player's own turn clock
 * stops; in a netsplit, which has a longer grace, the clock stops for the whole table. One grace
 * for lost connections covers all absences up to the player's next move. One grace for netsplits
 * covers the whole match. So a player cannot hold up a table for long by leaving again and again,
 * or by a QUIT that looks like a netsplit. Graces belong to the seat, even if its player changes. A
 * connected player outside the channel counts as present, and their clock runs.
 */
#ifndef BOT_MATCH_PRESENCE_H
#define BOT_MATCH_PRESENCE_H

#include "bot/lobby/lobby.h"

/* Bytes of a duration in words, NUL included. */
enum { PRESENCE_WAIT_SIZE = 16 };

/* Notes that a player has lost their connection. split: in a netsplit. */
void presence_mark_lost(struct lobby *lobby, struct person *person, bool split);
/* Notes that a player has a connection again. */
void presence_mark_back(struct lobby *lobby, struct person *person);
/*
 * Marks a player as blocked, because private lines do not reach them. Says so in the channel of one
 * of their tables, at most once a day and without cards.
 */
void presence_mark_blocked(struct lobby *lobby, struct person *person);
/* Tries private lines again for a blocked player who acts, and shows their hands. */
void presence_retry_private(struct lobby *lobby, struct person *person);
/*
 * True if a person can be reached, or if a connection with their nick may still prove to be them. A
 * person who lost their connection is absent until they return.
 */
bool presence_is_here(const struct person *person);
/* True if the player of a seat cannot be reached, or has an AI player as a stand-in. */
bool presence_is_away(const struct seat *seat);
/*
 * True if no player of a table is present. In a running match, a player in their grace counts as
 * present.
 */
bool presence_is_deserted(const struct table *table);
/*
 * Marks as lost the players of a table who cannot be reached. Call this when the bot returns to the
 * table's channel.
 */
void presence_mark_unreachable(struct lobby *lobby, struct table *table);
/*
 * Marks people of a lost network as lost, if they cannot be reached and play at a table of another
 * network. Call this when the network is lost.
 */
void presence_mark_network_lost(struct lobby *lobby, const struct network *network);
/*
 * Updates a running table; call it once a second. Lets AI players stand in and gives seats back.
 * Says which players are missing, replaced or back, in one line each.
 */
void presence_update(struct lobby *lobby, struct table *table);
/*
 * Calls presence_update if the match runs and lines reach the table. Call it before a command that
 * would end the match because no other player is present: one of them may have returned.
 */
void presence_update_running(struct lobby *lobby, struct table *table);
/*
 * Ends the stand-ins for a person after a line or a tap from them, and gives them their seats back.
 */
void presence_end_stand_ins(struct lobby *lobby, struct person *person);
/* Writes a duration like "90 s" or "10 min", rounded up. */
void presence_write_wait(int64_t milliseconds, char wait[PRESENCE_WAIT_SIZE]);
/* True if the turn clock of a running table stops because a player is missing. */
bool presence_is_clock_stopped(struct table *table);

#endif
