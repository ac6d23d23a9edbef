/* listing.h - lists of matches and rankings, in HTML and JSON. Only for bot/web/. */
#ifndef BOT_WEB_LISTING_H
#define BOT_WEB_LISTING_H

#include "bot/web/page.h"
#include "storage/ratings.h"

struct listed_match {
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count;
};

/* Returns true if pages may show a match: it is in a channel and not hidden. */
bool listing_is_public(const struct store_match *match);
/* Reads a match with its seats. STORE_NONE: it is absent or not public. */
enum store_error listing_read(const struct page *page, int64_t id, struct listed_match *listed);
/* Appends "anna 510, luc 320" as text; without points while the match is live. */
void listing_seats(const struct page *page, const struct listed_match *listed, struct string *out);
/* Returns true if the seats have points: the match ended after at least one hand. */
bool listing_has_points(const struct listed_match *listed);
/* Returns the message for the state of a match. */
enum message listing_state(const struct store_match *match);
/* Adds a list item with a link to the match or, while it is live, to its table. */
void listing_match(const struct page *page, const struct listed_match *listed);
/* Adds the members of a match to the current JSON object. */
void listing_match_json(const struct page *page, const struct listed_match *listed);
/* Returns true if pages may name a person: see store_has_public_match. other may be 0. */
bool listing_can_name(const struct page *page, int64_t person, int64_t other);
/* Add a ranking as a table or as JSON. gained: its numbers are gains, not ratings. */
void listing_places(const struct page *page, const struct store_place *rows, unsigned count,
	enum message caption, bool gained);
void listing_places_json(const struct page *page, const char *key, const struct store_place *rows,
	unsigned count, bool gained);

#endif
