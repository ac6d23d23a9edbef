/*
 * command/tutorial.h - the tutorial: a hand of Mitaines played in private, with each move
 * explained.
 *
 * A tutorial is a table of its own, with the learner and an AI player. Its cards and the AI
 * player's moves are fixed. It is kept in memory only and not rated.
 */
#ifndef BOT_COMMAND_TUTORIAL_H
#define BOT_COMMAND_TUTORIAL_H

#include "bot/command/command.h"

struct tutorial;

/*
 * Finds the caller's tutorial for a private command about cards, or NULL. Ends it if the caller has
 * a seat at a table.
 */
struct tutorial *tutorial_find(struct request *request);
/* Returns the tutorial's table, which lives as long as the tutorial. The learner has seat 0. */
struct table *tutorial_table(struct tutorial *tutorial);
/*
 * Makes a move if it is the one to learn now; else tells the learner which one is. Returns a
 * refusal if it is illegal.
 */
enum refusal tutorial_move(struct commands *commands, struct tutorial *tutorial, struct move move);
/* Tells the learner what the current step teaches and which move to make. */
void tutorial_hint(struct lobby *lobby, struct tutorial *tutorial);
/* Shows the learner's hand, then the hint. */
void tutorial_show(struct lobby *lobby, struct tutorial *tutorial);
/* Ends and frees all tutorials. */
void tutorial_close_all(struct commands *commands);

#endif
