/* listing.h - lists matches and rankings, as HTML and as JSON. Used only in bot/web. */
#ifndef BOT_WEB_LISTING_H
#define BOT_WEB_LISTING_H

#include "bot/web/page.h"
#include "storage/ratings.h"

struct listed_match {
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	const char *record; /* record of a try (trials.h); NULL: a match, whose journal is stored */
};

/* True if pages may show a match: it was played in a channel and is not hidden. */
bool listing_is_public(const struct store_match *match);
/*
 * Reads a match and its seats. Returns STORE_NONE if the match is absent or pages may not show it.
 */
enum store_error listing_read(const struct page *page, int64_t id, struct listed_match *listed);
/*
 * Adds the players of a match as text, like "anna 510, luc 320"; without points while the match is
 * live.
 */
void listing_seats(const struct page *page, const struct listed_match *listed, struct string *out);
/* Adds the players of a match like listing_seats, in HTML and with isolated names. */
void listing_title(const struct page *page, const struct listed_match *listed);
/* True if the seats have points: the match has ended after at least one hand. */
bool listing_has_points(const struct listed_match *listed);
/* Returns the message for the state of a match. */
enum message listing_state(const struct store_match *match);
/* Adds a list item with a link to a match; for a live match, to its table. */
void listing_match(const struct page *page, const struct listed_match *listed);
/* Adds a paragraph about a match: rules, options, state, day and venue. */
void listing_facts(const struct page *page, const struct listed_match *listed);
/* Adds the members that describe a match to the JSON object that was begun. */
void listing_match_json(const struct page *page, const struct listed_match *listed);
/*
 * True if pages may name a person, because they played in a public match. If `other` is not 0, that
 * match must include this second person.
 */
bool listing_can_name(const struct page *page, int64_t person, int64_t other);
/* Adds a ranking as an HTML table. gained: the numbers are gains, not ratings. */
void listing_places(const struct page *page, const struct store_place *rows, unsigned count,
	enum message caption, bool gained);
/* Adds a ranking as JSON. gained: the numbers are gains, not ratings. */
void listing_places_json(const struct page *page, const char *key, const struct store_place *rows,
	unsigned count, bool gained);

#endif
