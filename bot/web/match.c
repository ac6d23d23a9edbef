/* match.c - the page of a match: moves, board, fairness check. */
#include <stdio.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/history/record.h"
#include "bot/web/steps.h"
#include "bot/web/venue.h"
#include "bot/web/verdicts.h"

enum { MATCH_RECORD = 256 * 1024 }; /* most bytes of a record that is embedded in a page */

/*
 * Adds the fairness check, and the record that its script reads. If the journal breaks the rules,
 * the record is empty.
 */
static enum store_error add_check(const struct page *page, const struct listed_match *listed)
{
	struct string record = STRING_EMPTY;
	enum store_error error = history_write_record(page->web->store, &listed->match, &record);
	page_html(page, "<section>");
	page_heading(page, 2, MSG_WEB_CHECK, NO_ARGS);
	page_print(page,
		"<p id=\"verdict\" role=\"status\">%s</p><ol id=\"proof\" tabindex=\"0\"></ol><p>",
		page_word(page, MSG_WEB_CHECK_SCRIPT));
	page_link(page, "/fair", MSG_WEB_CHECK_HOW);
	page_print(page,
		"</p><details><summary>%s</summary><p><a href=\"%jd.txt\">%s</a></p>"
		"<pre id=\"record\" tabindex=\"0\">",
		page_word(page, MSG_WEB_RECORD), listed->match.id,
		page_word(page, MSG_WEB_RECORD_FILE));
	if (record.length <= MATCH_RECORD)
		page_text(page, record.bytes);
	page_html(page, "</pre></details></section>");
	string_free(&record);
	return error == STORE_BROKEN || error == STORE_DAMAGED ? STORE_OK : error;
}

static unsigned write_match(
	const struct page *page, const struct listed_match *listed, const struct steps *steps)
{
	struct string name = STRING_EMPTY;
	struct string about = STRING_EMPTY;
	char picture[ROUTE_VALUE] = PAGE_PICTURE; /* path of the picture of link previews */
	if (listed->match.ended != 0)
		snprintf(picture, sizeof picture, "/match/%lld.png", (long long)listed->match.id);
	listing_seats(page, listed, &name);
	catalog_add(&about, page->web->catalog, page->locale, MSG_WEB_MATCH_ABOUT,
		ARGS(arg_number("match", listed->match.id), arg_text("game", listed->match.game)));
	page_head(page, name.bytes, about.bytes, picture);
	string_free(&name);
	string_free(&about);
	page_html(page, "<h1>");
	listing_title(page, listed);
	page_html(page, "</h1>");
	listing_facts(page, listed);
	if (listed->match.state == STORE_RUNNING)
		page_print(page, "<p><a href=\"%s/table/%jd\">%s</a></p>", page->web->base,
			listed->match.id, page_word(page, MSG_WEB_WATCH));
	page_html(page, "<ul class=\"result\">");
	for (unsigned i = 0; i < listed->count; i++) {
		const struct store_seat *seat = &listed->seats[i];
		page_html(page, seat->won ? "<li class=\"won\">" : "<li>");
		page_person(page, seat->person.id, seat->shown, store_robot_level(&seat->person));
		if (listed->match.ended != 0 && listed->match.hands > 0)
			page_print(page, " <b>%d</b>", seat->points);
		if (seat->won)
			page_print(page, " %s", page_word(page, MSG_OUTCOME_SEAT_WON));
		page_html(page, "</li>");
	}
	page_html(page, "</ul>");
	steps_add(page, steps);
	if (verdicts_can_review(page, &listed->match))
		verdicts_section(page, listed, steps->judged);
	enum store_error error = STORE_OK;
	if (listed->match.pruned != 0)
		page_paragraph(page, MSG_MATCH_PRUNED);
	else if (listed->match.started != 0)
		error = add_check(page, listed);
	steps_embed(page, steps->scenes.bytes);
	page_foot(page);
	return page_status(error);
}

unsigned match_page(const struct page *page)
{
	struct listed_match listed;
	struct steps steps;
	enum store_error error = listing_read(page, page->route->id, &listed);
	if (error != STORE_OK)
		return page_status(error);
	if (page->route->form == FORM_RECORD)
		return listed.match.started == 0
			? 404
			: page_status(
				  history_write_record(page->web->store, &listed.match, page->out));
	const struct match_review *judged = verdicts_can_review(page, &listed.match)
		? reviews_get(page->web->reviews, page->web->store, &listed.match)
		: NULL;
	unsigned status = steps_gather(page, &listed, judged, &steps) ? 200 : 500;
	if (page->route->from > 1 && page->route->from > steps.hands)
		status = 404;
	if (status == 200 && page->route->form == FORM_JSON) {
		json_begin_object(page->out, NULL);
		listing_match_json(page, &listed);
		venue_of_match_json(page, &listed.match);
		json_number(page->out, "hands", steps.hands);
		if (listed.match.pruned != 0)
			json_number(page->out, "pruned", listed.match.pruned);
		json_number(page->out, "from", page->route->from);
		if (verdicts_can_review(page, &listed.match))
			verdicts_json(page, judged);
		string_add(page->out, ",\"scenes\":");
		string_add(page->out, steps.scenes.bytes);
		json_end(page->out, '}');
	} else if (status == 200) {
		status = write_match(page, &listed, &steps);
	}
	steps_free(&steps);
	return status;
}
