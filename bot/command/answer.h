/* command/answer.h - answers questions in people's own words. */
#ifndef BOT_COMMAND_ANSWER_H
#define BOT_COMMAND_ANSWER_H

#include "bot/command/command.h"

/*
 * Returns the intent of a line that is a question rather than a command: of unknown words, or of
 * words that belong to no command behind a command's name, like "leave us alone". NULL: neither.
 */
const char *answer_find_intent(const struct request *request, const char *sentence);
/* Answers the request's question in private, to fit the caller's seat and the tables here. */
void answer_question(struct request *request);

#endif
