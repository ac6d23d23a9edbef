/*
 * command/lesson.h - the tutorial: a hand of Mitaines played in private, in which each move is
 * explained.
 *
 * A lesson is a table of its own, with the learner and an AI player whose cards and moves are laid
 * out beforehand. It is kept in memory only, stored nowhere and rated nowhere.
 */
#ifndef BOT_COMMAND_LESSON_H
#define BOT_COMMAND_LESSON_H

#include "bot/command/command.h"

struct lesson;

/* The lesson that a private command about cards means, or NULL; a seat at a table ends it. */
struct lesson *lesson_meant(struct request *request);
/* Its table; the learner's seat is 0. Lives as long as the lesson. */
struct table *lesson_table(struct lesson *lesson);
/* Makes a move if it is the one to learn now, else says which is; refused if it is not legal. */
enum refusal lesson_move(struct commands *commands, struct lesson *lesson, struct move move);
/* Says what is to be learnt now, and how. */
void lesson_hint(struct lobby *lobby, struct lesson *lesson);
/* The same after the hand. */
void lesson_show(struct lobby *lobby, struct lesson *lesson);
/* All lessons end. */
void lesson_close_all(struct commands *commands);

#endif
