/*
 * daily.c - the pages of daily deals: today's deal with its results so far, the deals of one day,
 * and the ladder of thirty days; and the feed of the last deals.
 */
#include <string.h>
#include <time.h>

#include "bot/base/json.h"
#include "bot/history/trial_walk.h"
#include "bot/history/try.h"
#include "bot/web/days.h"
#include "bot/web/listing.h"
#include "bot/web/steps.h"

enum { DAILY_TOP = 20, DAILY_ROWS = 50, DAILY_FEED = 7 };

/* The first results of a deal. */
struct results {
	struct store_try row[DAILY_ROWS];
	unsigned count, players;
};

static enum store_error read_results(const struct page *page, const struct store_trial *trial,
	unsigned most, struct results *results)
{
	struct store_standing all = { .all = 0 };
	*results = (struct results){ .count = 0 };
	if (!days_tells_results(trial))
		return STORE_OK;
	enum store_error error = store_get_standing(page->web->store, trial->id, 0, 0, &all);
	results->players = all.all;
	return error == STORE_OK ? store_list_places(page->web->store, trial->id, results->row,
					   most, &results->count)
				 : error;
}

/* Returns the place of result i. Results with equal points share a place. */
static unsigned place_of(const struct results *results, unsigned i)
{
	unsigned place = 0;
	while (results->row[place].own != results->row[i].own ||
		results->row[place].other != results->row[i].other)
		place++;
	return place + 1;
}

static void add_column(const struct page *page, enum message message)
{
	page_print(page, "<th scope=\"col\">%s</th>", page_word(page, message));
}

static void add_results(
	const struct page *page, const struct results *results, unsigned most, enum message none)
{
	if (results->count == 0) {
		page_paragraph(page, none);
		return;
	}
	page_html(page, "<p>");
	page_message(page, MSG_WEB_DAILY_PLAYERS, ARGS(arg_number("count", results->players)));
	page_html(page, "</p><table><thead><tr>");
	add_column(page, MSG_WEB_COLUMN_PLACE);
	add_column(page, MSG_WEB_COLUMN_NAME);
	add_column(page, MSG_WEB_POINTS);
	add_column(page, MSG_WEB_DAILY_OTHER);
	page_html(page, "</tr></thead><tbody>");
	for (unsigned i = 0; i < results->count && i < most; i++) {
		const struct store_try *row = &results->row[i];
		page_print(page, "<tr><td class=\"n\">%u</td><th scope=\"row\">",
			place_of(results, i));
		days_add_name(page, row);
		page_print(page, "</th><td class=\"n\">%d</td><td class=\"n\">%d</td></tr>",
			row->own, row->other);
	}
	page_html(page, "</tbody></table>");
}

static void add_results_json(const struct page *page, const struct results *results)
{
	struct string *out = page->out;
	json_number(out, "players", results->players);
	json_begin_list(out, "places");
	for (unsigned i = 0; i < results->count; i++) {
		const struct store_try *row = &results->row[i];
		char name[STORE_NAME + 1];
		days_write_name(page, row, name);
		json_begin_object(out, NULL);
		json_number(out, "place", place_of(results, i));
		json_text(out, "name", name);
		json_number(out, "own", row->own);
		json_number(out, "other", row->other);
		json_end(out, '}');
	}
	json_end(out, ']');
}

static void add_heading(
	const struct page *page, unsigned level, enum message message, const char *day)
{
	struct string text = STRING_EMPTY;
	days_add_message(page, message, day, &text);
	page_print(page, "<h%u>%s</h%u>", level, text.bytes, level);
	string_free(&text);
}

/* ---- today ---- */

static enum store_error write_today(
	const struct page *page, const struct store_trial *today, struct results *results)
{
	enum { BEST = 3 };
	struct store_trial before;
	bool runs = page->request->now < today->ends;
	char hex[2 * STORE_SEED + 1];
	struct text text = text_in(hex, sizeof hex);
	text_hex(&text, today->commitment, sizeof today->commitment);
	page_begin_titled(page, MSG_WEB_DAILY, NO_ARGS, MSG_WEB_DAILY_ABOUT);
	page_print(page, "<p class=\"lead\">%s</p>", page_word(page, MSG_WEB_DAILY_ABOUT));
	if (runs && days_offers(page, today))
		days_form(page, "", "", MSG_WEB_DAILY_PLAY);
	days_streak(page, today->day);
	page_html(page, "<section id=\"today\">");
	add_heading(page, 2, MSG_WEB_DAILY_DAY, today->day);
	add_results(page, results, DAILY_TOP, MSG_WEB_DAILY_FIRST);
	page_print(
		page, "<p class=\"facts exactly\">%s ", page_word(page, MSG_WEB_DAILY_COMMITMENT));
	page_html(page, hex);
	page_html(page, "</p></section>");
	enum store_error error = days_find_before(page, today, &before);
	if (error == STORE_OK) {
		error = read_results(page, &before, BEST, results);
		page_html(page, "<section id=\"yesterday\">");
		add_heading(page, 2, MSG_WEB_DAILY_DAY, before.day);
		add_results(page, results, BEST, MSG_WEB_DAILY_NOBODY);
		page_print(page, "<p><a href=\"%s/daily/%s\">%s</a></p></section>", page->web->base,
			before.day, page_word(page, MSG_WEB_DAILY_WHOLE));
	} else if (error == STORE_NONE) {
		error = STORE_OK;
	}
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_DAILY_LADDER, NO_ARGS);
	page_paragraph(page, MSG_WEB_DAILY_LADDER_ABOUT);
	page_html(page, "<p>");
	page_link(page, "/daily/top", MSG_WEB_DAILY_SUMS);
	page_html(page, " · ");
	page_link(page, "/daily.atom", MSG_WEB_DAILY_FEED);
	page_html(page, " · ");
	page_link(page, "/fair", MSG_WEB_NAV_FAIR);
	page_html(page, "</p></section>");
	page_foot(page);
	return error;
}

/* Adds the members that describe a deal to the JSON object that was begun. */
static void add_deal_json(const struct page *page, const struct store_trial *trial)
{
	struct string *out = page->out;
	char hex[2 * STORE_SEED + 1];
	struct text text = text_in(hex, sizeof hex);
	text_hex(&text, trial->commitment, sizeof trial->commitment);
	json_text(out, "day", trial->day);
	json_number(out, "starts", trial->starts);
	json_number(out, "ends", trial->ends);
	json_text(out, "commitment", hex);
	if (trial->revealed == 0)
		return;
	text = text_in(hex, sizeof hex);
	text_hex(&text, trial->seed, sizeof trial->seed);
	json_text(out, "seed", hex);
	if (trial->pars > 0)
		json_number(out, "par", trial_mean(trial));
}

unsigned daily_page(const struct page *page)
{
	struct store_trial today;
	struct results results;
	enum store_error error = days_find(page, STORE_OPEN_DEAL, &today);
	if (error == STORE_OK)
		error = read_results(page, &today, DAILY_TOP, &results);
	if (error != STORE_OK)
		return page_status(error);
	if (page->route->form != FORM_JSON)
		return page_status(write_today(page, &today, &results));
	json_begin_object(page->out, NULL);
	add_deal_json(page, &today);
	add_results_json(page, &results);
	json_end(page->out, '}');
	return 200;
}

/* ---- a day ---- */

static void write_day(const struct page *page, const struct store_trial *open,
	const struct store_trial *ladder, struct results *results)
{
	struct string title = STRING_EMPTY;
	bool runs = page->request->now < open->ends;
	days_add_message(page, MSG_WEB_DAILY_DAY, open->day, &title);
	page_head(page, title.bytes, page_word(page, MSG_WEB_DAILY_ABOUT), PAGE_PICTURE);
	page_print(page, "<h1>%s</h1><p class=\"lead\">%s</p>", title.bytes,
		page_word(page, MSG_WEB_DAILY_ABOUT));
	string_free(&title);
	if (days_offers(page, open)) {
		days_form(page, open->day, "", runs ? MSG_WEB_DAILY_PLAY : MSG_WEB_DAILY_LATE);
		if (!runs)
			page_paragraph(page, MSG_WEB_DAILY_UNRANKED);
	}
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_DAILY_RESULTS, NO_ARGS);
	add_results(page, results, DAILY_ROWS, runs ? MSG_WEB_DAILY_FIRST : MSG_WEB_DAILY_NOBODY);
	if (open->revealed != 0 && open->pars > 0) {
		page_html(page, "<p>");
		page_message(page, MSG_WEB_DAILY_PAR,
			ARGS(arg_number("count", open->pars),
				arg_number("points", trial_mean(open))));
		page_html(page, "</p>");
	}
	page_html(page, "</section>");
	if (ladder->revealed != 0 && read_results(page, ladder, DAILY_ROWS, results) == STORE_OK) {
		page_html(page, "<section>");
		page_heading(page, 2, MSG_WEB_DAILY_LADDER, NO_ARGS);
		add_results(page, results, DAILY_ROWS, MSG_WEB_DAILY_NOBODY);
		page_html(page, "</section>");
	}
	if (open->revealed != 0) {
		struct string deal = STRING_EMPTY;
		history_write_deal(open, &deal);
		page_html(page, "<section>");
		page_heading(page, 2, MSG_WEB_CHECK, NO_ARGS);
		page_print(page,
			"<p id=\"verdict\" role=\"status\">%s</p><ol id=\"proof\" "
			"tabindex=\"0\"></ol><p>",
			page_word(page, MSG_WEB_DAILY_SCRIPT));
		page_link(page, "/fair", MSG_WEB_CHECK_HOW);
		page_print(page,
			"</p><details><summary>%s</summary><pre id=\"record\" "
			"tabindex=\"0\">%s</pre>"
			"</details></section>",
			page_word(page, MSG_WEB_DAILY_DEAL), deal.bytes);
		steps_embed(page, "[]");
		string_free(&deal);
	}
	page_html(page, "<p>");
	page_link(page, "/daily", MSG_WEB_DAILY);
	page_html(page, "</p>");
	page_foot(page);
}

unsigned day_page(const struct page *page)
{
	struct store_trial open, ladder;
	struct results results;
	const char *day = page->route->day;
	enum store_error error = days_get(page, STORE_OPEN_DEAL, day, &open);
	if (error == STORE_OK)
		error = read_results(page, &open, DAILY_ROWS, &results);
	if (error != STORE_OK)
		return page_status(error);
	if (days_get(page, STORE_LADDER_DEAL, day, &ladder) != STORE_OK)
		ladder = (struct store_trial){ .revealed = 0 };
	if (page->route->form != FORM_JSON) {
		write_day(page, &open, &ladder, &results);
		return 200;
	}
	json_begin_object(page->out, NULL);
	add_deal_json(page, &open);
	add_results_json(page, &results);
	if (ladder.revealed != 0 && read_results(page, &ladder, DAILY_ROWS, &results) == STORE_OK) {
		json_begin_object(page->out, "ladder");
		add_deal_json(page, &ladder);
		add_results_json(page, &results);
		json_end(page->out, '}');
	}
	json_end(page->out, '}');
	return 200;
}

/* ---- thirty days ---- */

/* Returns the place of sum i. Equal sums share a place. */
static unsigned place_of_sum(const struct store_sum *rows, unsigned i)
{
	while (i > 0 && rows[i].points == rows[i - 1].points)
		i--;
	return i + 1;
}

static void write_sums_json(const struct page *page, const struct store_sum *rows, unsigned count)
{
	struct string *out = page->out;
	json_begin_object(out, NULL);
	json_begin_list(out, "places");
	for (unsigned i = 0; i < count; i++) {
		if (!listing_can_name(page, rows[i].person.id, 0))
			continue;
		json_begin_object(out, NULL);
		json_number(out, "place", place_of_sum(rows, i));
		json_text(out, "name", rows[i].person.name);
		json_number(out, "player", rows[i].person.id);
		json_number(out, "points", rows[i].points);
		json_number(out, "days", rows[i].days);
		json_end(out, '}');
	}
	json_end(out, ']');
	json_end(out, '}');
}

static void add_sums(const struct page *page, const struct store_sum *rows, unsigned count)
{
	page_html(page, "<table><thead><tr>");
	add_column(page, MSG_WEB_COLUMN_PLACE);
	add_column(page, MSG_WEB_COLUMN_NAME);
	add_column(page, MSG_WEB_POINTS);
	add_column(page, MSG_WEB_DAILY_COUNT);
	page_html(page, "</tr></thead><tbody>");
	for (unsigned i = 0; i < count; i++) {
		if (!listing_can_name(page, rows[i].person.id, 0))
			continue;
		page_print(page, "<tr><td class=\"n\">%u</td><th scope=\"row\">",
			place_of_sum(rows, i));
		page_person(page, rows[i].person.id, rows[i].person.name, NULL);
		page_print(page, "</th><td class=\"n\">%jd</td><td class=\"n\">%u</td></tr>",
			rows[i].points, rows[i].days);
	}
	page_html(page, "</tbody></table>");
}

static void write_sums(const struct page *page, const struct store_sum *rows, unsigned count)
{
	page_begin_titled(page, MSG_WEB_DAILY_SUMS, NO_ARGS, MSG_WEB_DAILY_SUMS_ABOUT);
	page_print(page, "<p class=\"lead\">%s</p>", page_word(page, MSG_WEB_DAILY_SUMS_ABOUT));
	if (count > 0)
		add_sums(page, rows, count);
	else
		page_paragraph(page, MSG_WEB_DAILY_SUMS_NONE);
	page_paragraph(page, MSG_WEB_DAILY_LADDER_ABOUT);
	page_html(page, "<p>");
	page_link(page, "/daily", MSG_WEB_DAILY);
	page_html(page, "</p>");
	page_foot(page);
}

unsigned sums_page(const struct page *page)
{
	struct store_sum rows[DAILY_ROWS];
	unsigned count;
	if (store_list_sums(page->web->store, rows, DAILY_ROWS, &count) != STORE_OK)
		return 500;
	if (page->route->form == FORM_JSON)
		write_sums_json(page, rows, count);
	else
		write_sums(page, rows, count);
	return 200;
}

/* ---- the feed ---- */

static void add_address(const struct page *page, const char *day)
{
	const struct web *web = page->web;
	page_print(page, *day != '\0' ? "%s/daily/%s" : "%s/daily%s",
		web->url != NULL ? web->url : web->base, day);
}

/* Adds an element with a time in the format of feeds, "2026-12-01T00:00:00Z". */
static void add_time(const struct page *page, const char *tag, int64_t date)
{
	char text[32] = "";
	time_t when = (time_t)date;
	struct tm tm;
	if (gmtime_r(&when, &tm) != NULL)
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
	page_print(page, "<%s>%s</%s>", tag, text, tag);
}

/*
 * Adds a deal as an entry of the feed: an invitation to play while its day lasts, afterwards its
 * best results.
 */
static void add_entry(
	const struct page *page, const struct store_trial *trial, const struct results *results)
{
	struct string title = STRING_EMPTY;
	bool over = page->request->now >= trial->ends;
	days_add_message(page, over ? MSG_WEB_DAILY_RESULT : MSG_WEB_DAILY_DAY, trial->day, &title);
	page_print(page, "<entry><title>%s</title><id>urn:mitaines:daily:%s%s</id><link href=\"",
		title.bytes, trial->day, over ? ":result" : "");
	add_address(page, trial->day);
	page_html(page, "\"/>");
	add_time(page, "updated", over ? trial->ends : trial->starts);
	page_html(page, "<content type=\"text\">");
	if (!over)
		page_message(page, MSG_WEB_DAILY_ABOUT, NO_ARGS);
	else if (results->count > 0)
		page_message(
			page, MSG_WEB_DAILY_PLAYERS, ARGS(arg_number("count", results->players)));
	for (unsigned i = 0; over && i < results->count; i++) {
		char name[STORE_NAME + 1];
		struct string shown = STRING_EMPTY;
		days_write_name(page, &results->row[i], name);
		page_name(&shown, page, name, NULL);
		page_print(page, " · %u. %s %d", place_of(results, i),
			*name != '\0' ? shown.bytes : page_word(page, MSG_WEB_DAILY_NAMELESS),
			results->row[i].own);
		string_free(&shown);
	}
	page_html(page, "</content></entry>");
	string_free(&title);
}

unsigned feed_page(const struct page *page)
{
	enum { BEST = 3 };
	struct store_trial trial, after;
	struct results results;
	enum store_error error = days_find(page, STORE_OPEN_DEAL, &trial);
	if (error != STORE_OK)
		return page_status(error);
	page_print(page,
		"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
		"<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"%s\"><title>mitaines: %s"
		"</title><id>urn:mitaines:daily</id><author><name>mitaines</name></author>"
		"<link href=\"",
		catalog_language_code(page->locale.language), page_word(page, MSG_WEB_DAILY));
	add_address(page, "");
	page_html(page, "\"/>");
	add_time(page, "updated", trial.starts);
	for (unsigned i = 0; error == STORE_OK && i < DAILY_FEED; i++) {
		error = read_results(page, &trial, BEST, &results);
		if (error == STORE_OK) {
			add_entry(page, &trial, &results);
			after = trial;
			error = days_find_before(page, &after, &trial);
		}
	}
	page_html(page, "</feed>\n");
	return error == STORE_OK || error == STORE_NONE ? 200 : 500;
}
