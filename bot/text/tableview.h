/* tableview.h - writes the cards that lie on a table as JSON, for pages that draw them. */
#ifndef BOT_TEXT_TABLEVIEW_H
#define BOT_TEXT_TABLEVIEW_H

#include "bot/text/eventtext.h"

/* Adds a card as in records, "9C". key: as in json.h. */
void tableview_add_card(struct string *out, const char *key, card c);
/*
 * Adds the member "board", a list with an object for each pile, column, contract and so on, without
 * cards that the listener may not see. text: the table and its listener; its `out` is not used.
 */
void tableview_add_board(
	const struct eventtext *text, const struct events *on_table, struct string *out);
/*
 * Adds members about a seat of a started table: points, dealer, turn, and for partners the side and
 * the points of their team.
 */
void tableview_add_seat(const struct eventtext *text, unsigned seat, struct string *out);
/*
 * Adds the member "taken" if the last move of these events took a pile or a trick: the player, the
 * cards, the points, and a sentence.
 */
void tableview_add_taken(const struct eventtext *text, const struct event *events, unsigned count,
	struct string *out);

#endif
