/* seat_link.h - makes links to seats on pages, for their players. */
#ifndef BOT_MATCH_SEAT_LINK_H
#define BOT_MATCH_SEAT_LINK_H

#include "bot/lobby/lobby.h"

/* Makes a new link to a person's seat, which ends an earlier one, and tells them in private. */
void seat_link_tell(struct lobby *lobby, struct table *table, const struct person *person);
/*
 * Tells their link to each player who wants it at the start of a match and has none yet. Call it
 * before the first hands are shown.
 */
void seat_link_tell_first(struct lobby *lobby, struct table *table);

#endif
