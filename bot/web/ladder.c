/*
 * ladder.c - the ranking page of a game: by rating, or by points gained in a period or with one
 * preset.
 */
#include <stdlib.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/web/listing.h"

enum { LADDER_ROWS = 50, LADDER_ROBOTS = 8 };

struct ladder {
	struct store_place *rows; /* places from the first page up to this one */
	unsigned count;
	struct store_place robots[LADDER_ROBOTS];
	unsigned robot_count;
	bool gained; /* places are ranked by gains, not by ratings */
	bool more;   /* another page follows this one */
};

static const char *preset_of(const struct route *route)
{
	return route->preset >= 0 ? route->game->presets[route->preset] : "";
}

static enum store_error read_rows(const struct page *page, bool robots, struct store_place *rows,
	unsigned limit, unsigned *count)
{
	const struct route *route = page->route;
	const struct store_span span = { route->game->name, preset_of(route), route->period,
		page->request->now };
	struct store *store = page->web->store;
	if (route->period != STORE_EVER || route->preset >= 0)
		return store_list_gains(store, &span, robots, rows, limit, count);
	if (robots)
		return store_list_top(store, span.game, true, rows, limit, count);
	return store_list_ladder(store, span.game, span.now, rows, limit, count);
}

/* ---- links ---- */

/* Begins a link to the ladder of a game, preset and period. */
static void add_address(const struct page *page, const struct game *game, int preset,
	unsigned period, unsigned number)
{
	const char *mark = "?";
	page_print(page, "<a href=\"%s/top/%s", page->web->base, game->name);
	if (preset >= 0) {
		page_print(page, "?preset=%s", game->presets[preset]);
		mark = "&";
	}
	if (period != STORE_EVER) {
		page_print(page, "%speriod=%s", mark, route_period_name(period));
		mark = "&";
	}
	if (number > 1)
		page_print(page, "%spage=%u", mark, number);
	page_html(page, "\"");
}

/*
 * Adds a list item with a link to a ladder. here: the link leads to this page. text: the link's
 * text; NULL: the name of the game.
 */
static void add_choice(const struct page *page, const struct game *game, int preset,
	unsigned period, bool here, const char *text)
{
	page_html(page, "<li>");
	add_address(page, game, preset, period, 1);
	page_html(page, here ? " aria-current=\"true\">" : ">");
	if (text != NULL)
		page_text(page, text);
	else
		page_game(page, game->name);
	page_html(page, "</a></li>");
}

static void write_page(const struct page *page, const struct ladder *ladder,
	const struct store_place *rows, unsigned count)
{
	const struct route *route = page->route;
	const struct arg *args = ARGS(arg_text("game", route->game->name));
	page_begin_titled(page, MSG_WEB_LADDER, args, MSG_WEB_LADDER_ABOUT);
	page_html(page, "<ul class=\"choice\">");
	for (unsigned i = 0; games[i] != NULL; i++)
		add_choice(page, games[i], -1, route->period, games[i] == route->game, NULL);
	page_html(page, "</ul>");
	if (route->game->presets[0][0] != '\0') {
		page_html(page, "<ul class=\"choice\">");
		for (int i = -1; i < 0 || route->game->presets[i] != NULL; i++)
			add_choice(page, route->game, i, route->period, i == route->preset,
				i < 0 ? page_word(page, MSG_WEB_PRESETS) : route->game->presets[i]);
		page_html(page, "</ul>");
	}
	page_html(page, "<ul class=\"choice\">");
	for (unsigned i = 0; route_period_name(i) != NULL; i++)
		add_choice(page, route->game, route->preset, i, i == (unsigned)route->period,
			page_word(page, MSG_WEB_PERIOD_EVER + i));
	page_html(page, "</ul><p>");
	page_link(page, "/daily/top", MSG_WEB_DAILY_SUMS);
	page_html(page, "</p>");
	if (count > 0)
		listing_places(page, rows, count, MSG_WEB_PEOPLE, ladder->gained);
	else
		page_paragraph(page, MSG_WEB_LADDER_NONE);
	page_html(page, "<p class=\"steps\">");
	if (route->page > 1) {
		add_address(page, route->game, route->preset, route->period, route->page - 1);
		page_print(page, " rel=\"prev\">%s</a> ", page_word(page, MSG_WEB_BEFORE));
	}
	if (ladder->more) {
		add_address(page, route->game, route->preset, route->period, route->page + 1);
		page_print(page, " rel=\"next\">%s</a>", page_word(page, MSG_WEB_BEHIND));
	}
	page_html(page, "</p>");
	if (ladder->robot_count > 0)
		listing_places(
			page, ladder->robots, ladder->robot_count, MSG_WEB_ROBOTS, ladder->gained);
	page_foot(page);
}

unsigned ladder_page(const struct page *page)
{
	const struct route *route = page->route;
	const unsigned first = (route->page - 1) * LADDER_ROWS;
	const unsigned limit = route->page * LADDER_ROWS + 1;
	struct ladder ladder = { .rows = memory_new(limit, sizeof *ladder.rows),
		.gained = route->period != STORE_EVER || route->preset >= 0 };
	enum store_error error = read_rows(page, false, ladder.rows, limit, &ladder.count);
	if (error == STORE_OK)
		error = read_rows(page, true, ladder.robots, LADDER_ROBOTS, &ladder.robot_count);
	ladder.more = ladder.count == limit;
	ladder.count -= ladder.more;
	unsigned status = error != STORE_OK ? 500 : first > 0 && ladder.count <= first ? 404 : 200;
	const struct store_place *rows = ladder.rows + first;
	unsigned count = status == 200 ? ladder.count - first : 0;
	if (status == 200 && route->form == FORM_JSON) {
		struct string *out = page->out;
		json_begin_object(out, NULL);
		json_text(out, "game", route->game->name);
		json_text(out, "preset", preset_of(route));
		json_text(out, "period", route_period_name(route->period));
		json_number(out, "page", route->page);
		json_bool(out, "more", ladder.more);
		listing_places_json(page, "places", rows, count, ladder.gained);
		listing_places_json(
			page, "robots", ladder.robots, ladder.robot_count, ladder.gained);
		json_end(out, '}');
	} else if (status == 200) {
		write_page(page, &ladder, rows, count);
	}
	free(ladder.rows);
	return status;
}
