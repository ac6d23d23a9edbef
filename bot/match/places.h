/* places.h - reads the best results of the deals of a day, and tells them in one line. */
#ifndef BOT_MATCH_PLACES_H
#define BOT_MATCH_PLACES_H

#include "bot/lobby/lobby.h"
#include "storage/trials.h"

enum { PLACES_MOST = 10 };

struct places {
	struct store_try row[PLACES_MOST]; /* best first, without moves */
	bool named[PLACES_MOST];           /* true: tell the person's name */
	unsigned count;
};

/*
 * Reads the best results of a trial. most: maximum number of results, at most PLACES_MOST. all:
 * tells all names, also of guests; else only the names that pages may show.
 */
enum store_error places_read(
	struct lobby *lobby, int64_t trial, unsigned most, bool all, struct places *places);
/* Adds a list of the results: "1. anna 250, 2. luc 180". */
void places_add(const struct places *places, const struct lobby *lobby, struct locale locale,
	struct string *out);
/* Adds the address of the page about a day's deals. Adds nothing without pages. */
void places_add_page(const struct settings *settings, const char *day, struct string *out);
/* Tells the channels with `daily on` the three best results of the deals of a day, if any. */
void places_tell_channels(struct lobby *lobby, const char *day);

#endif
