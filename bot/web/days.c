#include "bot/web/days.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/web/listing.h"

enum { SECONDS_A_DAY = 86400, OFFERED_DAYS = 60 };

/* Reads the year, the month and the day of a date. */
static void read_date(const char *day, int part[3])
{
	for (int i = 0; i < 3; i++) {
		char *end;
		part[i] = (int)strtol(day, &end, 10);
		day = end + (*end == '-');
	}
}

enum store_error days_find_before(
	const struct page *page, const struct store_trial *after, struct store_trial *row)
{
	char day[STORE_DAY];
	struct tm tm = { .tm_isdst = 0 };
	int part[3];
	read_date(after->day, part);
	tm.tm_year = part[0] - 1900;
	tm.tm_mon = part[1] - 1;
	tm.tm_mday = part[2] - 1;
	time_t when = timegm(&tm);
	if (gmtime_r(&when, &tm) == NULL || strftime(day, sizeof day, "%Y-%m-%d", &tm) == 0)
		day[0] = '\0';
	return store_find_last_trial(page->web->store, after->kind, day, row);
}

enum store_error days_find(
	const struct page *page, enum store_trial_kind kind, struct store_trial *row)
{
	struct store_trial next;
	enum store_error error = store_find_last_trial(page->web->store, kind, "9999-12-31", row);
	/* the deal of tomorrow is stored before its day begins */
	while (error == STORE_OK && row->starts > page->request->now) {
		next = *row;
		error = days_find_before(page, &next, row);
	}
	return error;
}

enum store_error days_get(const struct page *page, enum store_trial_kind kind, const char *day,
	struct store_trial *row)
{
	enum store_error error = store_find_trial_of_day(page->web->store, kind, day, row);
	return error == STORE_OK && row->starts > page->request->now ? STORE_NONE : error;
}

bool days_tells_results(const struct store_trial *row)
{
	return row->kind == STORE_OPEN_DEAL || row->revealed != 0;
}

bool days_offers(const struct page *page, const struct store_trial *row)
{
	return page->web->play_now != CONFIG_PLAY_NO && page->web->seats != NULL &&
		page->request->now < row->starts + (OFFERED_DAYS + 1) * (int64_t)SECONDS_A_DAY;
}

/* ---- words ---- */

void days_add_date(const struct page *page, const char *day, struct string *out)
{
	struct string month = STRING_EMPTY, number = STRING_EMPTY;
	int part[3];
	read_date(day, part);
	catalog_add_list_word(&month, page->web->catalog, page->locale, MSG_WEB_DAILY_MONTHS,
		(unsigned)(part[1] - 1));
	catalog_add_list_word(&number, page->web->catalog, page->locale, MSG_WEB_DAILY_DAYS,
		(unsigned)(part[2] - 1));
	catalog_add(out, page->web->catalog, page->locale, MSG_WEB_DAILY_DATE,
		ARGS(arg_text("day", number.bytes), arg_text("month", month.bytes)));
	string_free(&month);
	string_free(&number);
}

void days_add_message(
	const struct page *page, enum message message, const char *day, struct string *out)
{
	struct string date = STRING_EMPTY;
	days_add_date(page, day, &date);
	catalog_add(
		out, page->web->catalog, page->locale, message, ARGS(arg_text("day", date.bytes)));
	string_free(&date);
}

void days_write_name(
	const struct page *page, const struct store_try *row, char name[STORE_NAME + 1])
{
	struct text text = text_in(name, STORE_NAME + 1);
	if (row->person == 0 && row->name[0] != '\0')
		text_char(&text, '~');
	if (row->person == 0 || listing_can_name(page, row->person, 0))
		text_add(&text, row->name);
}

void days_add_name(const struct page *page, const struct store_try *row)
{
	char name[STORE_NAME + 1];
	days_write_name(page, row, name);
	if (*name != '\0')
		page_isolated(page, name, NULL);
	else
		page_print(page, "<i>%s</i>", page_word(page, MSG_WEB_DAILY_NAMELESS));
}

void days_add_commitment(const struct page *page, int64_t challenge, const char *digits)
{
	page_html(page, "<p class=\"facts exactly\">");
	page_message(page, MSG_WEB_CHALLENGE_COMMITMENT,
		ARGS(arg_number("number", challenge), arg_text("commitment", digits)));
	page_html(page, "</p>");
}

/* ---- the offer ---- */

void days_form(const struct page *page, const char *day, const char *result, enum message send)
{
	page_form_begin(page, "/daily", *day != '\0' ? "/" : "", day);
	/*
	 * The script fills in a random word that the browser keeps. Without it, the bot limits
	 * tries by the address of the browser.
	 */
	page_html(page, "<input type=\"hidden\" name=\"browser\" value=\"\">");
	if (*result != '\0')
		page_print(page, "<input type=\"hidden\" name=\"result\" value=\"%s\">", result);
	page_form_end(page, send);
}

void days_streak(const struct page *page, const char *day)
{
	page_print(page,
		"<p id=\"streak\" data-day=\"%s\" data-base=\"%s\" data-row=\"%s\" "
		"data-place=\"%s\" data-own=\"%s\" data-again=\"%s\"></p>",
		day, page->web->base, page_word(page, MSG_WEB_DAILY_STREAK),
		page_word(page, MSG_WEB_DAILY_PLACE), page_word(page, MSG_WEB_DAILY_OWN),
		page_word(page, MSG_WEB_DAILY_AGAIN));
}

void days_section(const struct page *page)
{
	struct store_trial today;
	if (days_find(page, STORE_OPEN_DEAL, &today) != STORE_OK || !days_offers(page, &today) ||
		page->request->now >= today.ends)
		return;
	page_html(page, "<section id=\"daily\">");
	page_heading(page, 2, MSG_WEB_DAILY, NO_ARGS);
	page_paragraph(page, MSG_WEB_DAILY_ABOUT);
	days_form(page, "", "", MSG_WEB_DAILY_PLAY);
	days_streak(page, today.day);
	page_html(page, "<p>");
	page_link(page, "/daily", MSG_WEB_DAILY_RESULTS);
	page_html(page, "</p></section>");
}
