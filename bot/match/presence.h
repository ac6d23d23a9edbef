/*
 * presence.h - who of a table's people cannot be reached, and how long the table waits for them.
 *
 * Somebody whose connection is lost keeps their seat for a grace; when it is over an AI player
 * plays for them until they come back. While it lasts their own turn clock stands, and when servers
 * lost each other (a split, for which the grace is longer) the clocks of all at the table. The
 * grace for connections lost is for all absences of one turn together, the one for splits for all
 * of a match: so nobody holds a table up for long by leaving again and again, or by a QUIT that
 * reads like a split. They belong to the seat, whoever plays it. Who only left the channel is still
 * there: their clock runs.
 */
#ifndef BOT_MATCH_PRESENCE_H
#define BOT_MATCH_PRESENCE_H

#include "bot/lobby/lobby.h"

/* Room for a time in words. */
enum { PRESENCE_WAIT = 16 };

/* Somebody at a table lost their connection, or has it again. */
void presence_lost(struct lobby *lobby, struct person *person, bool split);
void presence_back(struct lobby *lobby, struct person *person);
/*
 * Private lines do not reach somebody who plays: said once a day in the channel of their table, if
 * it has one, without what they hold. When they do something, their hands are tried again.
 */
void presence_unheard(struct lobby *lobby, struct person *person);
void presence_try(struct lobby *lobby, struct person *person);
/*
 * True if somebody can be reached, or has their nick and may yet turn out to be them; who was lost
 * is not there before they are back, whoever has their nick.
 */
bool presence_here(const struct person *person);
/* True if the player of a seat is not there: an AI player stands in, or they cannot be reached. */
bool presence_away(const struct seat *seat);
/* True if nobody who has a seat at the table is there, nor, once it was dealt, is waited for. */
bool presence_deserted(const struct table *table);
/* The bot is in the table's channel, after it was not: minds who is missing there. */
void presence_check(struct lobby *lobby, struct table *table);
/* The player of a seat moved by themselves: their next turn has its own grace. */
void presence_moved(struct table *table, unsigned seat);
/*
 * Once a second for a running table: tells in one line who is missed and in one who is back, gives
 * seats back, and lets AI players stand in.
 */
void presence_look(struct lobby *lobby, struct table *table);
/*
 * Looks at a table at once if the bot is in its channel. Call it before an act that ends the match
 * unless other players are there: one of them may have returned since the last look.
 */
void presence_settle(struct lobby *lobby, struct table *table);
/*
 * Players of these seats are back who were away: play goes on, and whoever is to move sees their
 * hand. The turn begins anew only where nobody else waited for it.
 */
void presence_resume(struct lobby *lobby, struct table *table, uint16_t seats);
/* A time as "90 s" or "10 min". */
void presence_wait(int64_t milliseconds, char wait[PRESENCE_WAIT]);
/* True if the turn clock of a running table stands for somebody who is missing. */
bool presence_holds(struct table *table);

#endif
