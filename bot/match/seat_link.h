/* seat_link.h - makes links to seats on pages, for their players. */
#ifndef BOT_MATCH_SEAT_LINK_H
#define BOT_MATCH_SEAT_LINK_H

#include "bot/lobby/lobby.h"

/* Makes a new link to a person's seat, which ends an earlier one, and adds its address. */
void seat_link_add(struct lobby *lobby, const struct table *table, const struct person *person,
	struct string *out);
/*
 * Lets the first hand of a match bring the link to each player who chose that and has none yet.
 * Call it before the hands are shown.
 */
void seat_link_add_first(struct lobby *lobby, struct table *table);

#endif
