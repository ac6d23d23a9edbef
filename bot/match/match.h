/* match.h - a match under way, to its end: dealing, moves, the journal, ratings. */
#ifndef BOT_MATCH_MATCH_H
#define BOT_MATCH_MATCH_H

#include "bot/lobby/lobby.h"

/* Turns in a row that the clock takes before an AI player keeps the seat. */
enum { MISSES_MOST = 2 };

/*
 * Makes a seat's move if the game allows it: applied, journaled, told. player is who really makes
 * it, by their id in the store.
 */
enum refusal match_move(
	struct lobby *lobby, struct table *table, unsigned seat, struct move move, int64_t player);
/*
 * Lets what follows by itself follow: deals, the end; asks an AI player who is to move; then shows
 * hands. An AI player's move is an event of its own, once they have thought.
 */
void match_go(struct lobby *lobby, struct table *table);
/* Asks them again should their job have been lost. */
void match_remind(struct lobby *lobby, struct table *table);
/* The turn clock ran out: an AI player makes the move, and after MISSES_MOST in a row keeps the
 * seat. */
void match_time_up(struct lobby *lobby, struct table *table);
/*
 * Ends a match whose owners are not all there to play or to agree. It counts as it stands once half
 * of it was played, and before that only against the people who left it.
 */
void match_stand(struct lobby *lobby, struct table *table);
/* Ends a match nobody wants to finish, or a table that never started, and says why. Unrated. */
void match_stop(struct lobby *lobby, struct table *table, enum word why, const struct arg *args);
/* Writes one seat, or before the start all of them, to the store. */
void match_write_seat(struct lobby *lobby, const struct table *table, unsigned seat);
void match_write_seats(struct lobby *lobby, const struct table *table);

#endif
