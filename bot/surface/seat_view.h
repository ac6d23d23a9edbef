/*
 * seat_view.h - writes what the page of a seat shows, as JSON: the table as the player of the seat
 * sees it, in their language. Hidden cards come only from the view of the seat.
 */
#ifndef BOT_SURFACE_SEAT_VIEW_H
#define BOT_SURFACE_SEAT_VIEW_H

#include "bot/lobby/lobby.h"

/*
 * The move that takes a seat back from a stand-in, the AI player that plays while a person is away.
 * It is understood on pages only.
 */
#define SEAT_VIEW_RETURN "back"

/*
 * Adds the view of a seat, which must have a player, as a JSON object. A closed table shows how its
 * match ended.
 */
void seat_view_add(struct lobby *lobby, struct table *table, unsigned seat, struct string *out);
/*
 * Adds the view of a person's seat at a match that has ended and has no table any more. Returns
 * false if it cannot be read.
 */
bool seat_view_add_ended(
	const struct lobby *lobby, int64_t match, int64_t person, struct string *out);
/*
 * Returns a checksum of a seat's view, without its deadline. The checksum differs if the view has
 * changed.
 */
uint64_t seat_view_sum(struct lobby *lobby, struct table *table, unsigned seat);
/* Returns when the turn's clock runs out, in Unix seconds; 0: no clock runs. */
int64_t seat_view_deadline(const struct lobby *lobby, struct table *table);

/*
 * Adds the length of a match that has not started, as members of a JSON object: the points (target)
 * or hands that it takes, its minutes, and the most players.
 */
void seat_view_add_length(struct table *table, struct string *out);

#endif
