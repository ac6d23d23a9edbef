/*
 * matrix.h - a Matrix account as a network: syncs its rooms, reports people and messages, sends.
 *
 * A person's key and account are their user id, like @anna:example.org. A channel's name is the
 * alias or id by which the bot joined the room; it survives room upgrades. Private lines go to
 * direct rooms that the bot creates, one for each person, and never to an encrypted room or one
 * with a third member. A sync token is stored in the same batch as the effects of its events, and
 * so are outgoing messages until the server has them.
 */
#ifndef BOT_NET_MATRIX_MATRIX_H
#define BOT_NET_MATRIX_MATRIX_H

#include "bot/net/network.h"

extern const struct network_type matrix_type;

#endif
