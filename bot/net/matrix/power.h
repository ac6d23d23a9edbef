/* matrix/power.h - power levels of people in a room. Pure. */
#ifndef BOT_NET_MATRIX_POWER_H
#define BOT_NET_MATRIX_POWER_H

#include <jansson.h>

#include "bot/net/network.h"

/*
 * Returns the people above all power levels, as a new array: from room version 12 on a room's
 * creators. NULL: there are none. sender and content are of m.room.create.
 */
json_t *power_read_creators(const char *sender, const json_t *content);
/* Returns a user's rank by the content of m.room.power_levels; both may be NULL. */
enum network_rank power_rank(const json_t *levels, const json_t *creators, const char *user);

#endif
