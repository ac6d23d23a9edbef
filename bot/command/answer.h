/* command/answer.h - answers questions in people's own words. */
#ifndef BOT_COMMAND_ANSWER_H
#define BOT_COMMAND_ANSWER_H

#include "bot/command/command.h"

/*
 * Finds out whether a line is a question, and in which language it is. A question has only unknown
 * words, or a command's name and then words that this command does not take, like "leave us alone".
 * If the output of another command answers the question, that command becomes the request's
 * command; else the request has none.
 */
void answer_read(struct request *request);
/*
 * Answers the request's question in private. The answer depends on the caller's seat and on the
 * tables here.
 */
void answer_question(struct request *request);

#endif
