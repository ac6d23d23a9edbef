#include "bot/web/listing.h"

#include "bot/base/json.h"
#include "bot/web/venue.h"

bool listing_is_public(const struct store_match *match)
{
	return match->channel[0] != '\0' && !match->hidden;
}

enum store_error listing_read(const struct page *page, int64_t id, struct listed_match *listed)
{
	enum store_error error = store_get_match(page->web->store, id, &listed->match);
	listed->record = NULL;
	if (error == STORE_OK && !listing_is_public(&listed->match))
		error = STORE_NONE;
	if (error == STORE_OK)
		error = store_list_seats(page->web->store, id, listed->seats, &listed->count);
	return error;
}

bool listing_can_name(const struct page *page, int64_t person, int64_t other)
{
	bool listed = false;
	return store_has_public_match(page->web->store, person, other, &listed) == STORE_OK &&
		listed;
}

bool listing_has_points(const struct listed_match *listed)
{
	return listed->match.ended != 0 && listed->match.hands > 0 &&
		listed->match.state != STORE_SET_ASIDE;
}

void listing_seats(const struct page *page, const struct listed_match *listed, struct string *out)
{
	for (unsigned i = 0; i < listed->count; i++) {
		const struct store_seat *seat = &listed->seats[i];
		string_add(out, i > 0 ? ", " : "");
		page_name(out, page, seat->shown, store_robot_level(&seat->person));
		if (listing_has_points(listed)) {
			string_add_char(out, ' ');
			string_add_number(out, seat->points);
		}
	}
}

enum message listing_state(const struct store_match *match)
{
	static const enum message states[] = {
		[STORE_OPEN] = MSG_MATCH_IS_OPEN,
		[STORE_RUNNING] = MSG_MATCH_IS_RUNNING,
		[STORE_FINISHED] = MSG_MATCH_IS_FINISHED,
		[STORE_STOPPED] = MSG_MATCH_IS_STOPPED,
		[STORE_SET_ASIDE] = MSG_MATCH_IS_SET_ASIDE,
	};
	return states[match->state];
}

void listing_title(const struct page *page, const struct listed_match *listed)
{
	for (unsigned i = 0; i < listed->count; i++) {
		const struct store_seat *seat = &listed->seats[i];
		page_html(page, i > 0 ? ", " : "");
		page_isolated(page, seat->shown, store_robot_level(&seat->person));
		if (listing_has_points(listed))
			page_print(page, " %d", seat->points);
	}
}

void listing_match(const struct page *page, const struct listed_match *listed)
{
	const struct store_match *match = &listed->match;
	page_print(page, "<li><a class=\"who\" href=\"%s/%s/%jd\">", page->web->base,
		match->ended == 0 ? "table" : "match", match->id);
	listing_title(page, listed);
	page_html(page, "</a> <span class=\"game\">");
	page_preset(page, match->game, match->preset);
	page_html(page, "</span> <span class=\"when\">");
	if (match->ended != 0)
		page_day(page, match->ended);
	page_html(page, match->state == STORE_STOPPED ? " · " : "");
	page_print(page, "%s</span></li>",
		match->state != STORE_FINISHED ? page_word(page, listing_state(match)) : "");
}

void listing_match_json(const struct page *page, const struct listed_match *listed)
{
	static const char *const states[] = { "open", "running", "finished", "stopped",
		"set aside" };
	const struct store_match *match = &listed->match;
	struct string *out = page->out;
	json_number(out, "match", match->id);
	json_text(out, "game", match->game);
	json_text(out, "preset", match->preset);
	json_text(out, "options", match->options);
	json_text(out, "state", states[match->state]);
	json_bool(out, "rated", match->rated);
	json_number(out, "opened", match->opened);
	json_number(out, "started", match->started);
	json_number(out, "ended", match->ended);
	json_begin_list(out, "seats");
	for (unsigned i = 0; i < listed->count; i++) {
		const struct store_seat *seat = &listed->seats[i];
		json_begin_object(out, NULL);
		json_text(out, "name", seat->shown);
		json_number(out, "player", seat->person.id);
		json_bool(out, "robot", seat->person.network == 0);
		if (seat->person.network == 0)
			json_text(out, "level", seat->person.key);
		if (listing_has_points(listed)) {
			json_number(out, "points", seat->points);
			json_bool(out, "won", seat->won);
		}
		json_end(out, '}');
	}
	json_end(out, ']');
}

void listing_facts(const struct page *page, const struct listed_match *listed)
{
	const struct store_match *match = &listed->match;
	struct string options = STRING_EMPTY;
	catalog_add(&options, page->web->catalog, page->locale, MSG_WEB_OPTIONS,
		ARGS(arg_options("options", match->options)));
	page_html(page, "<p class=\"facts\">");
	page_message(page, MSG_WEB_MATCH, ARGS(arg_number("match", match->id)));
	page_html(page, " · ");
	page_preset(page, match->game, match->preset);
	/* a link to the rules, like /rules/mate?preset=&options=king=yes%20rated=no */
	page_print(page, " %s · <a href=\"%s/rules/%s?preset=%s&amp;options=", options.bytes,
		page->web->base, match->game, match->preset);
	for (const char *at = match->options; *at != '\0'; at++)
		if (*at == ' ')
			page_html(page, "%20");
		else
			string_add_char(page->out, *at);
	page_print(page, "\">%s</a> · %s · ", page_word(page, MSG_WEB_NAV_RULES),
		page_word(page, listing_state(match)));
	page_day(page, match->ended != 0 ? match->ended : match->opened);
	venue_of_match(page, match);
	page_html(page, "</p>");
	if (match->state == STORE_STOPPED)
		page_paragraph(page, MSG_WEB_STOPPED);
	string_free(&options);
}

static void add_column(const struct page *page, enum message message)
{
	page_print(page, "<th scope=\"col\">%s</th>", page_word(page, message));
}

/*
 * True if a ladder may name a person. Other people are left out, so the ranks that are shown can
 * have gaps.
 */
static bool is_listed_person(const struct page *page, const struct store_place *row)
{
	return row->robot || listing_can_name(page, row->person, 0);
}

void listing_places(const struct page *page, const struct store_place *rows, unsigned count,
	enum message caption, bool gained)
{
	page_print(page, "<table><caption>%s</caption><thead><tr>", page_word(page, caption));
	add_column(page, MSG_WEB_COLUMN_PLACE);
	add_column(page, MSG_WEB_COLUMN_NAME);
	add_column(page, gained ? MSG_WEB_COLUMN_GAINED : MSG_WEB_COLUMN_RATING);
	add_column(page, MSG_WEB_COLUMN_MATCHES);
	add_column(page, MSG_WEB_COLUMN_WINS);
	page_html(page, "</tr></thead><tbody>");
	for (unsigned i = 0; i < count; i++)
		if (is_listed_person(page, &rows[i])) {
			const struct store_place *row = &rows[i];
			page_html(page, "<tr><td class=\"n\">");
			if (row->place > 0)
				page_print(page, "%u", row->place);
			page_html(page, "</td><th scope=\"row\">");
			page_person(page, row->person, row->name, row->robot ? row->name : NULL);
			page_print(page,
				"</th><td class=\"n\">%s%d</td><td class=\"n\">%u</td>"
				"<td class=\"n\">%u</td></tr>",
				gained && row->shown > 0 ? "+" : "", row->shown, row->matches,
				row->wins);
		}
	page_html(page, "</tbody></table>");
}

void listing_places_json(const struct page *page, const char *key, const struct store_place *rows,
	unsigned count, bool gained)
{
	struct string *out = page->out;
	json_begin_list(out, key);
	for (unsigned i = 0; i < count; i++) {
		if (!is_listed_person(page, &rows[i]))
			continue;
		json_begin_object(out, NULL);
		json_number(out, "place", rows[i].place);
		json_text(out, "name", rows[i].name);
		json_number(out, "player", rows[i].person);
		json_bool(out, "robot", rows[i].robot);
		json_number(out, gained ? "gained" : "rating", rows[i].shown);
		json_number(out, "matches", rows[i].matches);
		json_number(out, "wins", rows[i].wins);
		json_end(out, '}');
	}
	json_end(out, ']');
}
