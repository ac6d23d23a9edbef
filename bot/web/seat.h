/*
 * seat.h - the page of a seat, where a person plays, and the pages that lead to one: an invitation
 * and the offer of the front page. Used only in bot/web.
 *
 * The bot writes all about the game into a view, so the pages need no rules. Each function returns
 * the HTTP status of the answer. A form becomes a question to the bot, and with its reply an
 * answer.
 */
#ifndef BOT_WEB_SEAT_H
#define BOT_WEB_SEAT_H

#include "bot/web/page.h"

/* Answers with the page of a seat, or its view as JSON. */
unsigned seat_page(const struct page *page, struct web_response *response);
/* Makes the answer a stream of events about a seat. */
unsigned seat_watch(const struct page *page, struct web_response *response);
/* Plays the move of a seat's form. */
unsigned seat_move(const struct page *page, struct web_response *response);
/* Redirects to the page of a seat. */
unsigned seat_go(const struct page *page, struct web_response *response, const char *key);
/* Answers with an invitation and its form. */
unsigned join_page(const struct page *page, struct web_response *response);
/* Takes a seat for the form of an invitation. */
unsigned join_send(const struct page *page, struct web_response *response);
/* Adds a button that begins the tutorial. */
void tutorial_form(const struct page *page);
/* Begins the tutorial for that button. */
unsigned tutorial_send(const struct page *page, struct web_response *response);
/* Adds the form that begins a match against an AI player. */
void play_form(const struct page *page);
/* Begins a match for that form. */
unsigned play_send(const struct page *page, struct web_response *response);

#endif
