/* listing.h - matches and people in lists, on pages and in JSON. Only for bot/web/. */
#ifndef BOT_WEB_LISTING_H
#define BOT_WEB_LISTING_H

#include "bot/web/page.h"
#include "storage/ratings.h"

/* A match with its seats. */
struct listed {
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count;
};

/* True for a match that everybody may know of: it is played in a channel that is open to all. */
bool listing_public(const struct store_match *match);
/* Reads a match; STORE_NONE: there is none that everybody may know of. */
enum store_error listing_read(const struct page *page, int64_t id, struct listed *listed);
/* "anna 510, luc 320", or of one that goes on "anna, luc". */
void listing_seats(const struct page *page, const struct listed *listed, struct string *out);
/* True if its seats have points: it is over, and some of it was played. */
bool listing_scored(const struct listed *listed);
/* What state a match is in. */
enum word listing_state(const struct store_match *match);
/* An entry of a list; a live one leads to its table. */
void listing_match(const struct page *page, const struct listed *listed);
/* Its members, of an object that is begun. */
void listing_match_json(const struct page *page, const struct listed *listed);
/* True if a person, with another one unless that is 0, played a match that is not hidden. */
bool listing_knows(const struct page *page, int64_t person, int64_t other);
/* A table of places, the first of so many; gained: what they show is a change. */
void listing_places(const struct page *page, const struct store_place *rows, unsigned count,
	enum word caption, bool gained);
void listing_places_json(const struct page *page, const char *key, const struct store_place *rows,
	unsigned count, bool gained);

#endif
