/*
 * command/tutorial.h - the tutorial: a hand of Mitaines played in private, with each move
 * explained. A tutorial has a table of its own, with the learner and an AI player. The cards and
 * the AI player's moves are fixed. It is not rated, and is lost in a restart.
 */
#ifndef BOT_COMMAND_TUTORIAL_H
#define BOT_COMMAND_TUTORIAL_H

#include "bot/command/command.h"

struct tutorial;

/*
 * Finds the caller's tutorial for a private command about cards. Returns NULL if not found. If the
 * caller has taken a seat at a table, ends the tutorial, unless matches wait for the tutorial.
 */
struct tutorial *tutorial_find(struct request *request);
/*
 * Returns the table of a person's tutorial, which lives as long as the tutorial. The learner has
 * seat 0. Returns NULL if they have no tutorial.
 */
struct table *tutorial_table_of(const struct commands *commands, const struct person *person);
/*
 * True if one more tutorial may begin. If there are too many, ends the one that was idle longest,
 * unless that is less than ten minutes.
 */
bool tutorial_make_room(struct commands *commands);
/*
 * Begins a tutorial on a page, for a visitor. Call tutorial_make_room before. The tutorial's table
 * is closed after the last move, and freed by tutorial_end.
 */
void tutorial_begin(struct commands *commands, struct person *person);
/* Returns when a learner made their last move, or began, in ms. Returns 0 for a person without a
 * tutorial.
 */
int64_t tutorial_last_act(const struct commands *commands, const struct person *person);
/* Ends the tutorial of a request, and tells the learner. Returns false if the request has none. */
bool tutorial_stop(struct request *request);
/* Ends and frees a person's tutorial. Does nothing if they have none. */
void tutorial_end(struct commands *commands, const struct person *person);
/*
 * Makes a move if it is the one that the current step teaches. Otherwise tells the learner which
 * move to make. Returns a refusal if the move breaks the rules.
 */
enum refusal tutorial_move(struct commands *commands, struct tutorial *tutorial, struct move move);
/* Tells the learner what the current step teaches and which move to make. */
void tutorial_hint(struct lobby *lobby, struct tutorial *tutorial);
/* Shows the learner's hand, then calls tutorial_hint. */
void tutorial_show(struct lobby *lobby, struct tutorial *tutorial);
/* Ends and frees all tutorials. */
void tutorial_close_all(struct commands *commands);

#endif
