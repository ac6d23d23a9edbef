/* match.h - a running match: deals, moves, journal, end, ratings. */
#ifndef BOT_MATCH_MATCH_H
#define BOT_MATCH_MATCH_H

#include "bot/lobby/lobby.h"

/* MISSES_MOST: turns missed in a row after which an AI player keeps the seat. */
enum { MISSES_MOST = 2 };

/*
 * Makes a move for a seat, if the rules allow it: applies, journals and tells it. player: id in the
 * store of the person or AI player that makes it.
 */
enum refusal match_move(
	struct lobby *lobby, struct table *table, unsigned seat, struct move move, int64_t player);
/*
 * Continues a match: deals or ends it if due, asks an AI player that is to move, then shows hands.
 * The AI player moves later, in a batch of its own.
 */
void match_continue(struct lobby *lobby, struct table *table);
/* Asks the AI player again if its job was lost. */
void match_retry_robot(struct lobby *lobby, struct table *table);
/* Lets an AI player move when the time is up; after MISSES_MOST times in a row it stays. */
void match_handle_timeout(struct lobby *lobby, struct table *table);
/*
 * Ends a match while owners are absent and cannot play or agree. From half of the match on it
 * counts as it stands, before that only against the people that left. reason: for the log.
 */
void match_end_early(struct lobby *lobby, struct table *table, const char *reason);
/*
 * Ends a match unrated, or a table before the start. reason: for the log of a running match. why:
 * the message about it.
 */
void match_cancel(struct lobby *lobby, struct table *table, const char *reason, enum message why,
	const struct arg *args);
/*
 * Hides a match from the pages for good once its channel is closed. Shows it once the channel,
 * whose openness was unknown until then, is open.
 */
void match_note_openness(struct lobby *lobby, struct table *table);
/* Stores one seat, or all seats. Before the start store all, as seats move up. */
void match_write_seat(struct lobby *lobby, const struct table *table, unsigned seat);
void match_write_seats(struct lobby *lobby, const struct table *table);

#endif
