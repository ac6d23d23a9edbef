/*
 * board.h - describes cards and turns to one listener. Hidden cards come only from the view of the
 * listener's seat.
 */
#ifndef BOT_TALK_BOARD_H
#define BOT_TALK_BOARD_H

#include "bot/talk/render.h"
#include "bot/talk/turn.h"

/*
 * Adds the cards on the table that a view shows. brief: adds only the cards that matter for the
 * next move. Returns false if nothing was added.
 */
bool board_add_cards(const struct render *render, const struct view *view, bool brief);
/* Adds the name of the player to move, and what the game asks them to do. */
void board_add_turn(const struct render *render, const char *separator);
/* Numbers the present cards of a seat's hand, for commands like `play 3`. Returns the hand. */
const struct seat_transient *board_number_hand(struct table *table, unsigned seat);
/*
 * Adds sentences after a turn's message: the cards that may be used if not every card may, and
 * special moves like a call with a King.
 */
void board_add_offers(const struct render *render, const struct view *view);
/*
 * Numbers the hand of the seat to move, and adds what its player can type. Uses the card `wanted`
 * as the example if the player may play that card.
 */
void board_add_advice(const struct render *render, card wanted);
/* Numbers the hand of the listener's seat, and adds it. */
void board_add_hand(const struct render *render, const char *separator);
/*
 * Adds `before` and the last moves of the hand, as everyone saw them, beginning after the last move
 * of the seat `since`, which may be SEAT_NONE. Adds nothing without moves.
 */
void board_add_last_moves(const struct render *render, const char *before, unsigned since);
/* Adds the game and the players of a table that has not started. */
void board_add_open_table(const struct render *render);
/*
 * Adds a started table, in lines as bystanders see it: scores, cards, last moves, turn. After the
 * match, adds the result.
 */
void board_add_table(const struct render *render);

/* Sizes of a panel, from the most contents to the least. Each shows the hand and the turn. */
enum board_panel { PANEL_ALL, PANEL_BRIEF, PANEL_UNSCORED, PANEL_HAND, PANEL_SIZES };

/*
 * Adds the table for a terminal window, as the player of a seat sees it, in lines separated by \n.
 * During a hand the last line but one is the numbered hand, and the last line says whose turn it
 * is.
 */
void board_add_panel(const struct catalog *catalog, struct table *table, unsigned seat,
	enum board_panel size, struct string *out);
/* Adds the legal moves of a seat as its player would type them, each followed by \n. */
void board_add_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);
/*
 * Adds the legal moves of a seat with the numbers of the cards: "1|2|3, 1|2 mitten". Of the moves
 * with several cards, adds only the first.
 */
void board_add_numbered_moves(
	const struct catalog *catalog, struct table *table, unsigned seat, struct string *out);

#endif
