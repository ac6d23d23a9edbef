/* arrival.h - handles people that come, or whose identity becomes known. */
#ifndef BOT_MATCH_ARRIVAL_H
#define BOT_MATCH_ARRIVAL_H

#include "bot/lobby/lobby.h"

/*
 * Notes that a sender is here, as after a line from them, and returns the person. If they have just
 * become the player of a seat with the turn, shows its hand. Returns NULL like identity_peek.
 */
struct person *arrival_handle_line(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/* Like arrival_handle_line, without a line. Tells a second connection of an account about `swap`.
 */
void arrival_handle_connection(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/* Looks at the connections of a rolled back batch again: networks report them only once. */
void arrival_retry(struct lobby *lobby);

#endif
