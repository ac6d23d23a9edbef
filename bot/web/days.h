/*
 * days.h - the deals of days (storage/trials.h), for pages: finds deals that have begun, and writes
 * names of results, dates, and the form that begins the open deal. Used only in bot/web.
 */
#ifndef BOT_WEB_DAYS_H
#define BOT_WEB_DAYS_H

#include "bot/web/page.h"
#include "storage/trials.h"

/* Finds the newest deal of a kind that has begun. Returns STORE_NONE before the first. */
enum store_error days_find(
	const struct page *page, enum store_trial_kind kind, struct store_trial *row);
/* Finds the deal of a day. Returns STORE_NONE if the day has no deal, or its deal has not begun. */
enum store_error days_get(const struct page *page, enum store_trial_kind kind, const char *day,
	struct store_trial *row);
/*
 * Finds the last deal of the same kind before the deal `after`. Returns STORE_NONE before the first
 * deal.
 */
enum store_error days_find_before(
	const struct page *page, const struct store_trial *after, struct store_trial *row);
/*
 * True if pages may show the results of a deal: of an open deal always, of a ladder deal once it is
 * over.
 */
bool days_tells_results(const struct store_trial *row);
/*
 * True if a page offers to play an open deal: people can play on pages, and the deal is one of the
 * last sixty days.
 */
bool days_offers(const struct page *page, const struct store_trial *row);
/* Adds the date of a deal in words, "28 November". day: like "2026-11-28". */
void days_add_date(const struct page *page, const char *day, struct string *out);
/* Adds a message about a day, whose {day} is the date in words. */
void days_add_message(
	const struct page *page, enum message message, const char *day, struct string *out);
/*
 * Writes the name that a result shows, "~name" for a guest. Writes "" if the result has no name, or
 * if pages may not tell it.
 */
void days_write_name(
	const struct page *page, const struct store_try *row, char name[STORE_NAME + 1]);
/* Adds the name in a result as HTML, or a word for a person without a name. */
void days_add_name(const struct page *page, const struct store_try *row);
/* Adds a paragraph with the commitment of a challenge. digits: the commitment in hexadecimal. */
void days_add_commitment(const struct page *page, int64_t challenge, const char *digits);
/*
 * Adds the form that begins an open deal. day: a date, or "" for today. result: key of the result
 * that the person wants to see afterwards, or "".
 */
void days_form(const struct page *page, const char *day, const char *result, enum message send);
/*
 * Adds an empty paragraph. The script fills it with what its browser has stored: the days played in
 * a row, yesterday's place and today's result. day: today.
 */
void days_streak(const struct page *page, const char *day);
/* Adds the front page's section about today's open deal. Adds nothing if no deal is offered. */
void days_section(const struct page *page);

#endif
