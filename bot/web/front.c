/* front.c - the front page: live matches, recent matches and the ladder. */
#include <stdint.h>

#include "bot/base/json.h"
#include "bot/web/days.h"
#include "bot/web/listing.h"
#include "bot/web/seat_page.h"
#include "bot/web/venue.h"

enum { FRONT_LIVE = 24, FRONT_RECENT = 12, FRONT_LADDER = 10, FRONT_VENUES = 12 };

struct front {
	struct listed_match live[FRONT_LIVE];
	struct listed_match recent[FRONT_RECENT];
	struct store_place ladder[FRONT_LADDER];
	struct store_venue venues[FRONT_VENUES];
	unsigned live_count, recent_count, ladder_count, venue_count;
};

/* Reads up to `limit` public matches. step: store_next_live_match or store_next_recent_match. */
static enum store_error read_matches(const struct page *page,
	enum store_error (*step)(struct store *store, struct store_match *match), int64_t from,
	struct listed_match *rows, unsigned limit, unsigned *count)
{
	struct store_match match = { .id = from };
	enum store_error error = STORE_OK;
	*count = 0;
	while (*count < limit && (error = step(page->web->store, &match)) == STORE_OK) {
		if (!listing_is_public(&match))
			continue;
		error = listing_read(page, match.id, &rows[*count]);
		if (error != STORE_OK)
			return error;
		++*count;
	}
	return error == STORE_NONE ? STORE_OK : error;
}

static void add_matches(const struct page *page, enum message heading, enum message none,
	const struct listed_match *rows, unsigned count)
{
	page_html(page, "<section>");
	page_heading(page, 2, heading, NO_ARGS);
	page_html(page, count > 0 ? "<ul class=\"matches\">" : "");
	for (unsigned i = 0; i < count; i++)
		listing_match(page, &rows[i]);
	if (count == 0)
		page_paragraph(page, none);
	page_html(page, count > 0 ? "</ul></section>" : "</section>");
}

static void write_page(const struct page *page, const struct front *front)
{
	page_begin_titled(page, MSG_WEB_FRONT, NO_ARGS, MSG_WEB_ABOUT);
	page_print(page, "<p class=\"lead\">%s</p>", page_word(page, MSG_WEB_ABOUT));
	days_section(page);
	offers_section(page);
	if (page->web->play_now && page->web->seats != NULL)
		play_form(page);
	if (page->web->seats != NULL)
		page_print(page,
			"<img class=\"preview\" src=\"%s/preview.jpg\" width=\"960\" "
			"height=\"600\" "
			"alt=\"%s\" loading=\"lazy\">",
			page->web->base, page_word(page, MSG_WEB_PREVIEW));
	page_html(page, "<div class=\"front\">");
	add_matches(page, MSG_WEB_LIVE, MSG_WEB_LIVE_NONE, front->live, front->live_count);
	venue_section(page, front->venues, front->venue_count);
	add_matches(page, MSG_WEB_RECENT, MSG_WEB_RECENT_NONE, front->recent, front->recent_count);
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_LADDER, ARGS(arg_text("game", games[0]->name)));
	if (front->ladder_count > 0)
		listing_places(page, front->ladder, front->ladder_count, MSG_WEB_PEOPLE, false);
	page_print(page, "<p>%s ",
		front->ladder_count == 0 ? page_word(page, MSG_WEB_LADDER_NONE) : "");
	page_link(page, "/top", MSG_WEB_LADDER_WHOLE);
	page_html(page, "</p></section></div>");
	page_foot(page);
}

static void write_list(
	const struct page *page, const char *key, const struct listed_match *rows, unsigned count)
{
	json_begin_list(page->out, key);
	for (unsigned i = 0; i < count; i++) {
		json_begin_object(page->out, NULL);
		listing_match_json(page, &rows[i]);
		json_end(page->out, '}');
	}
	json_end(page->out, ']');
}

unsigned front_page(const struct page *page)
{
	struct front front;
	enum store_error error = read_matches(
		page, store_next_live_match, 0, front.live, FRONT_LIVE, &front.live_count);
	if (error == STORE_OK)
		error = read_matches(page, store_next_recent_match, INT64_MAX, front.recent,
			FRONT_RECENT, &front.recent_count);
	if (error == STORE_OK)
		error = store_list_ladder(page->web->store, games[0]->name, page->request->now,
			front.ladder, FRONT_LADDER, &front.ladder_count);
	if (error == STORE_OK)
		error = store_list_venues(
			page->web->store, front.venues, FRONT_VENUES, &front.venue_count);
	if (error != STORE_OK)
		return 500;
	if (page->route->form != FORM_JSON) {
		write_page(page, &front);
		return 200;
	}
	json_begin_object(page->out, NULL);
	write_list(page, "live", front.live, front.live_count);
	write_list(page, "recent", front.recent, front.recent_count);
	listing_places_json(page, "ladder", front.ladder, front.ladder_count, false);
	venue_list_json(page, front.venues, front.venue_count);
	json_end(page->out, '}');
	return 200;
}
