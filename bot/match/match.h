/* match.h - runs a match: deals, moves, journal, end, ratings. */
#ifndef BOT_MATCH_MATCH_H
#define BOT_MATCH_MATCH_H

#include "bot/lobby/lobby.h"

/* MISSES_MOST: once a player has missed this many turns in a row, an AI player keeps the seat. */
enum { MISSES_MOST = 2 };

/*
 * Makes a move for a seat if the rules allow it: applies, journals and tells it. A move of the
 * seat's own player also renews the graces, and ends their requests and missed turns. player:
 * database id of the person or AI player that moves. Returns REFUSE_NONE, or the rule that forbids
 * the move.
 */
enum refusal match_move(
	struct lobby *lobby, struct table *table, unsigned seat, struct move move, int64_t player);
/*
 * Continues a match. Deals a hand or ends the match if that is due, asks the AI player to move if
 * it has the turn, then shows hands. The AI player moves in a later batch.
 */
void match_continue(struct lobby *lobby, struct table *table);
/* Asks an AI player for its move again if the job for it was lost. */
void match_retry_robot(struct lobby *lobby, struct table *table);
/*
 * Lets an AI player make one move because the turn's time is up. After MISSES_MOST missed turns in
 * a row the AI player keeps the seat.
 */
void match_handle_timeout(struct lobby *lobby, struct table *table);
/*
 * Ends a match whose absent owners can neither play nor agree. If half of the match was played, it
 * counts as it stands; otherwise it counts only against its leavers. reason: for the log.
 */
void match_end_early(struct lobby *lobby, struct table *table, const char *reason);
/*
 * Closes a table by an operator's order. A running match that changes ratings ends as by
 * match_end_early, so that operators cannot undo a loss: the closer's seats count as left, and so
 * do seats that they played or whose owner may be the same person. closer: the operator; NULL: the
 * control socket. reason: for the log of a running match. why: the message to say first; `name`
 * fills {name}.
 */
void match_close(struct lobby *lobby, struct table *table, const struct person *closer,
	const char *reason, enum message why, const char *name);
/*
 * Ends a match that had no move for long: as by match_end_early if ratings are at stake, else
 * without rating it.
 */
void match_close_idle(struct lobby *lobby, struct table *table);
/* Closes a table before the start. why: the reason to say; not said in a quiet channel. */
void match_close_unused(struct lobby *lobby, struct table *table, enum message why);
/*
 * Ends a match without rating it, or closes a table that has not started. reason: for the log of a
 * running match. why: the message that gives the reason, or MSG_OK for none; `name` fills {name},
 * and the scores so far {scores}.
 */
void match_cancel(struct lobby *lobby, struct table *table, const char *reason, enum message why,
	const char *name);
/*
 * Updates whether the pages show a match. Hides it for good once its channel is closed. Shows it
 * once the channel is known to be open.
 */
void match_note_openness(struct lobby *lobby, struct table *table);
/*
 * Stores the scene of a hand in play, which is the hand as bystanders see it, for the pages. seat:
 * the seat that moved; SEAT_NONE: the cards were dealt.
 */
void match_write_scene(
	struct lobby *lobby, struct table *table, unsigned seat, const struct events *news);
/* Stores one seat of a table in the database. */
void match_write_seat(struct lobby *lobby, const struct table *table, unsigned seat);
/*
 * Stores all seats of a table in the database. Needed before the start, when later seats move up
 * after a player leaves.
 */
void match_write_seats(struct lobby *lobby, const struct table *table);

#endif
