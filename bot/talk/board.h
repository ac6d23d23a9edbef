/*
 * board.h - what lies on a table and whose turn it is, in one listener's way of reading. What is
 * hidden comes from a seat's view.
 */
#ifndef BOT_TALK_BOARD_H
#define BOT_TALK_BOARD_H

#include "bot/talk/render.h"

/* What lies on the table as the listener sees it; in brief what a move depends on. False: nothing.
 */
bool board_lies(const struct render *render, const struct view *view, bool brief);
/* Whose turn it is, and to do what. */
void board_next(const struct render *render, const char *separator);
/* The numbers of a seat's hand mean the cards it has now from now on. */
void board_number(struct table *table, unsigned seat);
/* The hand of the render's seat, likewise. */
void board_hand(const struct render *render, const char *separator, const struct view *view);
/* A table that has not started: its game, and who sits there. */
void board_open(const struct render *render);
/* A table that has, or its end, in lines: as bystanders see it, and its last moves. */
void board_table(const struct render *render);
/*
 * Adds a table as a seat's player sees it who sees it all the time: lines parted by \n, of which
 * the last but one numbers the hand and the last says whose turn it is.
 */
void board_panel(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);
/* Adds the moves a seat may make now as its player would type them, each with a \n behind it. */
void board_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);

#endif
