/*
 * matrix.h - a Matrix account as a network: syncs rooms, reports people and messages, sends
 * messages.
 *
 * A person's key and account are their user id, like @anna:example.org. A channel's name is the
 * alias or id by which the bot joined the room; the name survives room upgrades. Private lines go
 * to direct rooms, one for each person, which the person or the bot has created, and never to a
 * room with a third member. Without a proxy that encrypts, private lines never go to an encrypted
 * room; through such a proxy, they go only to encrypted rooms. A sync token is stored in the same
 * batch as the effects of its events. Outgoing messages are stored in that batch too, until the
 * server has them.
 */
#ifndef BOT_NET_MATRIX_MATRIX_H
#define BOT_NET_MATRIX_MATRIX_H

#include "bot/net/network.h"

extern const struct network_type matrix_type;

#endif
