/* command/answer.h - answers questions in people's own words. */
#ifndef BOT_COMMAND_ANSWER_H
#define BOT_COMMAND_ANSWER_H

#include "bot/command/command.h"

/*
 * Returns the intent of a line that is a question and not a command, or NULL for any other line. A
 * question has only unknown words, or a command's name and then words that this command does not
 * take, like "leave us alone".
 */
const char *answer_find_intent(const struct request *request, const char *sentence);
/* Answers the request's question in private, according to the caller's seat and the tables here. */
void answer_question(struct request *request);

#endif
