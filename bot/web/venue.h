/* venue.h - shows in which channels people play. Used only in bot/web. */
#ifndef BOT_WEB_VENUE_H
#define BOT_WEB_VENUE_H

#include "bot/web/page.h"
#include "storage/channels.h"

/* Adds a section with channels. Adds nothing without channels. */
void venue_section(const struct page *page, const struct store_venue *venues, unsigned count);
/* Adds the channels as a JSON list. */
void venue_list_json(const struct page *page, const struct store_venue *venues, unsigned count);
/* Adds a separator and the channel of a match, unless pages may not name the channel now. */
void venue_of_match(const struct page *page, const struct store_match *match);
/* Adds the channel of a match as a JSON object, unless pages may not name the channel now. */
void venue_of_match_json(const struct page *page, const struct store_match *match);

#endif
