/*
 * result.c - the page of a result of an open deal (storage/trials.h), whose link its player passes
 * on.
 */
#include <string.h>

#include "bot/base/json.h"
#include "bot/history/try.h"
#include "bot/web/days.h"
#include "bot/web/steps.h"
#include "bot/web/verdicts.h"
#include "engine/player.h"

/* A result with its deal. */
struct result {
	struct store_trial trial;
	struct store_try row;
	struct store_standing standing;
	char name[STORE_NAME + 1]; /* name of the sender, see days_write_name */
	struct string day;         /* date in words */
};

static enum store_error read_result(const struct page *page, struct result *result)
{
	struct store *store = page->web->store;
	uint8_t hash[STORE_KEY_HASH];
	seat_key_hash(page->route->key, hash);
	*result = (struct result){ .day = STRING_EMPTY };
	enum store_error error = days_get(page, STORE_OPEN_DEAL, page->route->day, &result->trial);
	if (error == STORE_OK)
		error = store_find_try_by_result(store, hash, &result->row);
	if (error == STORE_OK && (result->row.trial != result->trial.id || result->row.hidden))
		error = STORE_NONE;
	if (error == STORE_OK)
		error = store_get_standing(store, result->trial.id, result->row.own,
			result->row.other, &result->standing);
	if (error == STORE_OK) {
		days_write_name(page, &result->row, result->name);
		days_add_date(page, result->trial.day, &result->day);
	}
	return error;
}

/* True if the JSON has the points: the sender lets others see them, or the day is over. */
static bool tells_points(const struct result *result)
{
	return result->row.tells || result->trial.revealed != 0;
}

/* Begins the page. The preview of its link shows the title and the points. */
static void begin_page(const struct page *page, const struct result *result)
{
	struct string title = STRING_EMPTY, about = STRING_EMPTY, name = STRING_EMPTY;
	struct string html = STRING_EMPTY;
	struct page aside = *page;
	bool named = *result->name != '\0';
	enum message message = named ? MSG_WEB_DAILY_BETTER : MSG_WEB_DAILY_DARE;
	aside.out = &html;
	page_name(&name, page, result->name, NULL);
	page_isolated(&aside, result->name, NULL);
	catalog_add(&title, page->web->catalog, page->locale, message,
		ARGS(arg_text("day", result->day.bytes), arg_text("name", name.bytes)));
	catalog_add(&about, page->web->catalog, page->locale,
		result->row.tells ? MSG_WEB_DAILY_MADE : MSG_WEB_DAILY_ABOUT,
		ARGS(arg_number("own", result->row.own), arg_number("other", result->row.other)));
	page_head(page, title.bytes, about.bytes, PAGE_PICTURE);
	page_html(page, "<h1>");
	page_message_around(page, message,
		ARGS(arg_text("day", result->day.bytes), arg_text("name", PAGE_PLACEHOLDER)),
		html.bytes);
	page_print(page, "</h1><p class=\"lead\">%s</p>", about.bytes);
	string_free(&title);
	string_free(&about);
	string_free(&name);
	string_free(&html);
}

/* Converts a result to what the pages of matches show: two seats and the record of the moves. */
static void list_result(const struct page *page, const struct result *result, const char *record,
	struct listed_match *listed)
{
	struct store_seat *own = &listed->seats[0];
	struct store_seat *other = &listed->seats[1];
	const char *level = level_name(LEVEL_EXPERT);
	const char *name =
		*result->name != '\0' ? result->name : page_word(page, MSG_WEB_DAILY_NAMELESS);
	*listed = (struct listed_match){ .count = 2, .record = record };
	listed->match.started = result->row.begun;
	listed->match.ended = result->row.ended;
	listed->match.state = STORE_FINISHED;
	memcpy(listed->match.game, result->trial.game, sizeof listed->match.game);
	own->person.network = 1; /* any number above 0: it is a person */
	struct text shown = text_in(own->shown, sizeof own->shown);
	text_add(&shown, name);
	shown = text_in(other->shown, sizeof other->shown);
	text_add(&shown, level);
	shown = text_in(other->person.key, sizeof other->person.key);
	text_add(&shown, level);
}

static unsigned write_page(const struct page *page, const struct result *result,
	const struct listed_match *listed, const struct match_review *judged)
{
	bool good = true;
	begin_page(page, result);
	if (result->trial.revealed == 0)
		page_paragraph(page, MSG_WEB_DAILY_BEFORE);
	if (days_offers(page, &result->trial))
		days_form(page, result->trial.day, page->route->key,
			result->trial.revealed == 0 ? MSG_WEB_DAILY_PLAY : MSG_WEB_DAILY_LATE);
	if (listed->record != NULL) {
		struct steps steps;
		good = steps_gather(page, listed, judged, &steps);
		if (good) {
			page_print(page, "<details id=\"played\"><summary>%s</summary>",
				page_word(page, MSG_WEB_DAILY_MOVES));
			steps_add(page, &steps);
			if (page->web->reviews != NULL)
				verdicts_section(page, listed, judged);
			page_html(page, "</details>");
			steps_embed(page, steps.scenes.bytes);
		}
		steps_free(&steps);
	}
	/* In the browser that made the result, the script shows this form and sets its address. */
	page_print(page, "<div id=\"own\" hidden data-day=\"%s\" data-key=\"%s\" data-base=\"%s\">",
		result->trial.day, page->route->key, page->web->base);
	page_form_begin(page, "/daily", "", "");
	page_html(page, "<input type=\"hidden\" name=\"do\" value=\"delete\">");
	page_form_end(page, MSG_WEB_DAILY_DELETE);
	page_html(page, "</div><p>");
	page_link(page, "/daily", MSG_WEB_DAILY_RESULTS);
	page_html(page, "</p>");
	page_foot(page);
	return good ? 200 : 500;
}

static void write_json(
	const struct page *page, const struct result *result, const struct match_review *judged)
{
	struct string *out = page->out;
	json_begin_object(out, NULL);
	json_text(out, "day", result->trial.day);
	json_text(out, "name", result->name);
	if (tells_points(result)) {
		json_number(out, "own", result->row.own);
		json_number(out, "other", result->row.other);
	}
	if (result->row.counted && tells_points(result)) {
		json_number(out, "place", result->standing.better + 1);
		json_number(out, "players", result->standing.all);
	}
	if (result->trial.revealed != 0)
		verdicts_json(page, judged);
	json_end(out, '}');
}

unsigned result_page(const struct page *page)
{
	struct result result;
	struct listed_match listed;
	struct string record = STRING_EMPTY;
	const struct match_review *judged = NULL;
	unsigned status = page_status(read_result(page, &result));
	if (status == 200) {
		bool shown = history_write_try(&result.trial, &result.row, result.name, &record) ==
			STORE_OK;
		list_result(page, &result, shown ? record.bytes : NULL, &listed);
		if (shown && page->web->reviews != NULL)
			judged = reviews_get_try(page->web->reviews, &result.row, record.bytes);
		if (page->route->form == FORM_JSON)
			write_json(page, &result, judged);
		else
			status = write_page(page, &result, &listed, judged);
	}
	string_free(&record);
	string_free(&result.day);
	return status;
}
