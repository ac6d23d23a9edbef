/* table.h - the page of a live table, as a spectator sees it. Used only in bot/web. */
#ifndef BOT_WEB_TABLE_H
#define BOT_WEB_TABLE_H

#include "bot/web/listing.h"

/*
 * Adds a spectator's view of a match as JSON, like the bot's views of seats. It has only public
 * cards. Returns the error of the store or of the journal.
 */
enum store_error table_view(
	const struct page *page, const struct listed_match *listed, struct string *out);

#endif
