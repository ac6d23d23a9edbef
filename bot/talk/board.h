/* board.h - cards and turn in one listener's words; hidden cards only from a seat's view. */
#ifndef BOT_TALK_BOARD_H
#define BOT_TALK_BOARD_H

#include "bot/talk/render.h"

/*
 * Adds the cards on the table as in the view; brief: only those that decide a move. Returns false
 * if nothing was added.
 */
bool board_add_cards(const struct render *render, const struct view *view, bool brief);
/* Adds the name of the player to move, and the act the game asks for. */
void board_add_turn(const struct render *render, const char *separator);
/* Numbers a seat's hand as it is now, for commands like `play 3`. */
void board_number_hand(struct table *table, unsigned seat);
/* Numbers the hand of the render's seat and adds it. */
void board_add_hand(const struct render *render, const char *separator, const struct view *view);
/* Adds a table that has not started: its game and players. */
void board_add_open_table(const struct render *render);
/* Adds a started table, or its end, in lines as bystanders see it: scores, cards, moves, turn. */
void board_add_table(const struct render *render);
/*
 * Adds the table for a terminal window, as the seat's player sees it: lines separated by \n. During
 * a hand the last but one is the numbered hand, the last whose turn it is.
 */
void board_add_panel(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);
/* Adds a seat's legal moves as its player would type them, each followed by \n. */
void board_add_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);

#endif
