/*
 * command/tutorial.h - the tutorial: a hand of Mitaines played in private, in which each move is
 * explained.
 *
 * A tutorial is a table of its own, with the learner and an AI player whose cards and moves are
 * laid out beforehand. It is kept in memory only, stored nowhere and rated nowhere.
 */
#ifndef BOT_COMMAND_TUTORIAL_H
#define BOT_COMMAND_TUTORIAL_H

#include "bot/command/command.h"

struct tutorial;

/* The tutorial that a private command about cards means, or NULL; a seat at a table ends it. */
struct tutorial *tutorial_meant(struct request *request);
/* Its table; the learner's seat is 0. Lives as long as the tutorial. */
struct table *tutorial_table(struct tutorial *tutorial);
/* Makes a move if it is the one to learn now, else says which is; refused if it is not legal. */
enum refusal tutorial_move(struct commands *commands, struct tutorial *tutorial, struct move move);
/* Says what is to be learnt now, and how. */
void tutorial_hint(struct lobby *lobby, struct tutorial *tutorial);
/* The same after the hand. */
void tutorial_show(struct lobby *lobby, struct tutorial *tutorial);
/* All tutorials end. */
void tutorial_close_all(struct commands *commands);

#endif
