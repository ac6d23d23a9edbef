/*
 * seat_page.h - answers the addresses of a seat, where a person plays, and of the pages that lead
 * to a seat and from it: an invitation, the offer of the front page, leaving the table. Used only
 * in bot/web.
 *
 * A form becomes a question to the bot; the bot's reply becomes the answer. Each function returns
 * the HTTP status of the answer.
 */
#ifndef BOT_WEB_SEAT_PAGE_H
#define BOT_WEB_SEAT_PAGE_H

#include "bot/web/page.h"

struct json_t;

/* Answers with the page of a seat, or its view as JSON. */
unsigned seat_page(const struct page *page, struct web_response *response);
/* Makes the answer a stream of events about a seat. */
unsigned seat_watch(const struct page *page, struct web_response *response);
/* Plays the move of a seat's form. */
unsigned seat_move(const struct page *page, struct web_response *response);
/*
 * Finds a view by the key in the address or, for an offered seat, by the number of its table.
 * Returns 200 and sets *view, or returns 404 or 503. hash: gets the hash by which the view is
 * known.
 */
unsigned seat_find_view(
	const struct page *page, enum seats_kind kind, char hash[SEAT_HASH], const char **view);
/*
 * Begins a question to the bot. act: what the bot shall do, like "move". The caller adds the rest
 * of the question and ends it.
 */
void seat_begin_question(const struct page *page, struct web_response *response, const char *act);
/*
 * Answers a script with the bot's reply. If the reply is 409, because the script acted on an older
 * view, adds the present view, unless that is NULL.
 */
unsigned seat_answer_script(
	const struct page *page, struct web_response *response, const char *view);
/* Redirects to the page of a seat. */
unsigned seat_go(const struct page *page, struct web_response *response, const char *key);
/*
 * Adds the sentences of an invitation or an offer, as plain text: who invites, the game, its
 * players and its length.
 */
void join_tell(const struct page *page, const struct json_t *view, struct string *out);
/* Plays again after a match: takes the person to a seat of the next one. */
unsigned seat_again(const struct page *page, struct web_response *response);
/* Signs the result of a deal that is over. */
unsigned seat_sign(const struct page *page, struct web_response *response);
/* Deletes the result of an open deal, even if its seat has ended. */
unsigned seat_delete(const struct page *page, struct web_response *response);
/* Answers with an invitation and its form. */
unsigned join_page(const struct page *page, struct web_response *response);
/* Handles the form of an invitation: takes the seat. */
unsigned join_send(const struct page *page, struct web_response *response);
/* Finds the challenge of the link in the address. Returns false for an invitation to a table. */
bool challenge_find(const struct page *page, struct store_trial *trial);
/* Answers with a challenge and its form, which exercise_send handles. */
unsigned challenge_page(
	const struct page *page, struct web_response *response, const struct store_trial *trial);
/* Answers with the question whether to leave the table, and its form. */
unsigned leave_page(const struct page *page, struct web_response *response);
/* Handles the form of leave_page: leaves the table. */
unsigned leave_send(const struct page *page, struct web_response *response);
/* Handles the button of an exercise, of the deal of a day or of a challenge: begins it. */
unsigned exercise_send(const struct page *page, struct web_response *response);
/* Adds a section with the seats that tables offer to everyone. Adds nothing without such seats. */
void offers_section(const struct page *page);
/* Adds the form that begins a match against an AI player. */
void play_form(const struct page *page);
/* Handles the form of play_form: begins the match. */
unsigned play_send(const struct page *page, struct web_response *response);

#endif
