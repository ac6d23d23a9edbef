#include "bot/web/verdicts.h"

#include "bot/base/json.h"
#include "bot/text/eventtext.h"
#include "bot/web/replay.h"

bool verdicts_can_review(const struct page *page, const struct store_match *match)
{
	return page->web->reviews != NULL && match->ended != 0 && match->started != 0 &&
		match->pruned == 0 &&
		(match->state == STORE_FINISHED || match->state == STORE_STOPPED);
}

static int64_t percent(float share)
{
	return (int64_t)(share * 100 + 0.5f);
}

void verdicts_add_text(const struct page *page, const struct verdict *verdict, struct string *out)
{
	const struct catalog *catalog = page->web->catalog;
	struct string better = STRING_EMPTY;
	struct string costs = STRING_EMPTY;
	review_add_costs(&costs, catalog, page->locale, verdict->lost, verdict->points);
	eventtext_move(&better, catalog, page->locale, verdict->better);
	catalog_add(out, catalog, page->locale, MSG_WEB_BETTER,
		ARGS(arg_text("better", better.bytes), arg_text("costs", costs.bytes)));
	string_free(&better);
	string_free(&costs);
}

/* ---- the curve ---- */

/*
 * Returns a side's chance of winning at a move, in percent. The verdict has the chance of the side
 * that moved; the other side's chance follows from it only if there are two sides. Returns -1 if
 * the chance is unknown.
 */
static int64_t chance_of(
	const struct match_review *judged, const struct verdict *verdict, unsigned side, bool two)
{
	bool own = judged->side[verdict->seat] == side;
	if (own)
		return percent(verdict->win);
	return two ? 100 - percent(verdict->win) : -1;
}

/* Adds a side's first and last known chance, which describe the curve in words. */
static void add_ends(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged, unsigned side, bool two)
{
	struct string names = STRING_EMPTY;
	struct page aside = *page;
	int64_t first = -1;
	int64_t last = -1;
	for (unsigned i = 0; i < judged->count; i++) {
		int64_t chance = chance_of(judged, &judged->verdict[i], side, two);
		last = chance >= 0 ? chance : last;
		first = first < 0 ? chance : first;
	}
	aside.out = &names;
	for (unsigned seat = 0; seat < judged->seats && seat < listed->count; seat++) {
		const struct store_person *person = &listed->seats[seat].person;
		if (judged->side[seat] != side)
			continue;
		string_add(&names, names.length > 0 ? ", " : "");
		page_isolated(&aside, listed->seats[seat].shown, store_robot_level(person));
	}
	page_print(page, "<li class=\"side%u\">", side);
	page_message_around(page, MSG_WEB_CHANCES_OF,
		ARGS(arg_text("names", PAGE_PLACEHOLDER), arg_number("from", first > 0 ? first : 0),
			arg_number("to", last > 0 ? last : 0)),
		names.bytes);
	page_html(page, "</li>");
	string_free(&names);
}

static void add_chances(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged)
{
	unsigned sides = 1;
	for (unsigned seat = 0; seat < judged->seats; seat++)
		sides = judged->side[seat] >= sides ? judged->side[seat] + 1u : sides;
	bool two = sides == 2;
	unsigned lines = two ? 1 : sides;
	page_print(page,
		"<figure><svg class=\"curve\" viewBox=\"0 0 640 180\" role=\"img\" "
		"aria-label=\"%s\"><path class=\"grid\" d=\"M0 10H600M0 90H600M0 170H600\"/>",
		page_word(page, MSG_WEB_CHANCES));
	for (unsigned side = 0; side < lines; side++) {
		page_print(page, "<polyline class=\"side%u\" points=\"", side);
		for (unsigned i = 0; i < judged->count; i++) {
			int64_t chance = chance_of(judged, &judged->verdict[i], side, two);
			if (chance >= 0)
				page_print(page, "%u,%jd ",
					i * 600 / (judged->count > 1 ? judged->count - 1 : 1),
					170 - chance * 160 / 100);
		}
		page_html(page, "\"/>");
	}
	page_print(page,
		"<text x=\"606\" y=\"15\">100</text><text x=\"606\" y=\"95\">50</text>"
		"<text x=\"606\" y=\"175\">0</text></svg><figcaption>%s<ul class=\"chances\">",
		page_word(page, MSG_WEB_CHANCES));
	for (unsigned side = 0; side < lines; side++)
		add_ends(page, listed, judged, side, two);
	page_html(page, "</ul></figcaption></figure>");
}

/* ---- the section ---- */

void verdicts_section(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged)
{
	page_html(page, "<section id=\"review\">");
	page_heading(page, 2, MSG_WEB_REVIEW, NO_ARGS);
	if (judged == NULL) {
		page_print(page, "<p id=\"soon\" role=\"status\">%s</p>",
			page_word(page, MSG_WEB_REVIEW_SOON));
	} else if (judged->count == 0) {
		page_html(page, "<p>");
		page_message(page, MSG_REVIEW_NOTHING, ARGS(arg_number("match", listed->match.id)));
		page_html(page, "</p>");
	} else {
		page_paragraph(page, MSG_WEB_REVIEW_ABOUT);
		page_html(page, "<ul class=\"result\">");
		for (unsigned seat = 0; seat < judged->seats && seat < listed->count; seat++) {
			const struct store_person *person = &listed->seats[seat].person;
			struct string name = STRING_EMPTY;
			struct page aside = *page;
			if (judged->accuracy[seat] < 0)
				continue;
			aside.out = &name;
			page_isolated(&aside, listed->seats[seat].shown, store_robot_level(person));
			page_html(page, "<li>");
			page_message_around(page, MSG_REVIEW_KEPT,
				ARGS(arg_text("name", PAGE_PLACEHOLDER),
					arg_number("accuracy", judged->accuracy[seat])),
				name.bytes);
			page_html(page, "</li>");
			string_free(&name);
		}
		page_html(page, "</ul>");
		if (listed->record == NULL)
			add_chances(page, listed, judged);
	}
	page_html(page, "</section>");
}

static void find_best(void *context, const struct scene_text *told)
{
	struct best_contract *best = context;
	const struct events *news = &told->scene->news;
	for (unsigned i = 0; i < news->count; i++) {
		const struct event *event = &news->event[i];
		bool contract = event->kind == EVENT_CAPTURE &&
			(event->how == HOW_COMPLETE || event->how == HOW_STEAL ||
				event->how == HOW_DOUBLE || event->how == HOW_GROUP);
		if (!contract || event->points <= best->points)
			continue;
		best->points = event->points;
		best->hand = told->hand;
		best->move = told->move;
		string_set(&best->news, told->news.bytes);
	}
}

/* Adds the contract that scored most, with a link to its move. */
static void add_best_contract(const struct page *page, const struct listed_match *listed)
{
	struct best_contract found = { .news = STRING_EMPTY };
	struct best_contract *best =
		reviews_find_best(page->web->reviews, &listed->match, page->locale.language);
	if (best == NULL)
		best = &found;
	if (!best->known)
		best->known = replay(page, listed, find_best, best) == STORE_OK;
	if (best->known && best->points > 0) {
		page_print(page, "<p><a href=\"%s/match/%jd#h%u.%u\">", page->web->base,
			listed->match.id, best->hand, best->move);
		page_message(page, MSG_WEB_SEAT_BEST, ARGS(arg_number("hand", best->hand)));
		page_html(page, "</a> ");
		page_text_coloured_cards(page, best->news.bytes);
		page_html(page, "</p>");
	}
	string_free(&found.news);
}

void verdicts_decided(const struct page *page, int64_t match)
{
	const struct verdict *costly = NULL;
	const struct match_review *judged = NULL;
	struct listed_match listed;
	struct string name = STRING_EMPTY;
	struct string better = STRING_EMPTY;
	if (page->web->store == NULL || listing_read(page, match, &listed) != STORE_OK ||
		!verdicts_can_review(page, &listed.match))
		return;
	judged = reviews_get(page->web->reviews, page->web->store, &listed.match);
	add_best_contract(page, &listed);
	if (judged != NULL)
		costly = review_costliest(judged->verdict, judged->count, SEAT_NONE);
	if (costly == NULL || costly->seat >= listed.count)
		return;
	const struct store_seat *seat = &listed.seats[costly->seat];
	page_name(&name, page, seat->shown, store_robot_level(&seat->person));
	verdicts_add_text(page, costly, &better);
	page_print(page, "<p><a href=\"%s/match/%jd#h%u.%u\">", page->web->base, match,
		costly->hand, costly->move);
	page_message(page, MSG_WEB_SEAT_DECIDED,
		ARGS(arg_text("name", name.bytes), arg_number("hand", costly->hand)));
	page_html(page, "</a> ");
	page_text_coloured_cards(page, better.bytes);
	page_html(page, "</p>");
	string_free(&name);
	string_free(&better);
}

void verdicts_json(const struct page *page, const struct match_review *judged)
{
	struct string *out = page->out;
	json_bool(out, "reviewed", judged != NULL);
	if (judged == NULL)
		return;
	json_begin_list(out, "accuracy");
	for (unsigned seat = 0; seat < judged->seats; seat++)
		json_number(out, NULL, judged->accuracy[seat]);
	json_end(out, ']');
	json_begin_list(out, "verdicts");
	for (unsigned i = 0; i < judged->count; i++) {
		const struct verdict *verdict = &judged->verdict[i];
		json_begin_object(out, NULL);
		json_number(out, "hand", verdict->hand);
		json_number(out, "move", verdict->move);
		json_number(out, "seat", verdict->seat);
		json_number(out, "win", percent(verdict->win));
		json_number(out, "lost", percent(verdict->lost));
		json_end(out, '}');
	}
	json_end(out, ']');
}
