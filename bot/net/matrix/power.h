/* matrix/power.h - power levels of people in a room. Pure. */
#ifndef BOT_NET_MATRIX_POWER_H
#define BOT_NET_MATRIX_POWER_H

#include <jansson.h>

#include "bot/net/network.h"

/*
 * Returns a new array with the ids of the room's creators, which the caller frees, if they are
 * above all power levels (room version 12 or later); otherwise NULL. sender and content are from
 * m.room.create.
 */
json_t *power_read_creators(const char *sender, const json_t *content);
/* Returns a user's rank. levels (content of m.room.power_levels) and creators may be NULL. */
enum network_rank power_rank(const json_t *levels, const json_t *creators, const char *user);
/* True if people without a power level of their own may not write messages. levels may be NULL. */
bool power_restricts(const json_t *levels);
/* True if a user may write messages. levels and creators may be NULL. */
bool power_allows_messages(const json_t *levels, const json_t *creators, const char *user);

#endif
