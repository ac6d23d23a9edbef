/*
 * matrix.h - one account on a Matrix homeserver: stays in its rooms, reports people and what they
 * say, and says what it is told to.
 *
 * Somebody's key and account are their id, @anna:example.org. A channel is a room under the name by
 * which the bot came to it, an alias or an id, which stays when the room is upgraded. Private lines
 * go to rooms that the bot makes, one for each person; none goes where anything is encrypted or a
 * third person is. What has been heard is kept in the batch of what came of it, and so is what is
 * said, until the server has it.
 */
#ifndef BOT_NET_MATRIX_MATRIX_H
#define BOT_NET_MATRIX_MATRIX_H

#include "bot/net/network.h"

extern const struct network_type matrix_type;

#endif
