/* seat_link.h - makes links to seats on pages, for their players. */
#ifndef BOT_MATCH_SEAT_LINK_H
#define BOT_MATCH_SEAT_LINK_H

#include "bot/lobby/lobby.h"

/* Makes a new link to a person's seat, and tells it to them in private. Ends an earlier link. */
void seat_link_tell(struct lobby *lobby, struct table *table, const struct person *person);
/*
 * At the start of a match, makes and tells a link for each player with the setting `seat on` and
 * without a link. Call this before the first hands are shown.
 */
void seat_link_tell_first(struct lobby *lobby, struct table *table);

#endif
