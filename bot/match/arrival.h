/* arrival.h - handles people who arrive, or whose identity becomes known. */
#ifndef BOT_MATCH_ARRIVAL_H
#define BOT_MATCH_ARRIVAL_H

#include "bot/lobby/lobby.h"

/*
 * The handlers of changes of identity: move seats and deals to the person that a connection turned
 * out to be, and show hands. Their `above` is the lobby.
 */
extern const struct people_events arrival_events;

/*
 * Finds the person who sent a line and notes that they are present. If they thereby become the
 * player of a seat with the turn, shows them the hand. Returns NULL in the cases where
 * identity_peek does.
 */
struct person *arrival_handle_line(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/*
 * Like arrival_handle_line, for a connection that has sent no line. If another connection of the
 * account has a seat, tells the new connection about the command `swap`.
 */
void arrival_handle_connection(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/*
 * Handles the new connections of a rolled back batch again, because networks report a connection
 * only once.
 */
void arrival_retry(struct lobby *lobby);

#endif
