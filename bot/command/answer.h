/* command/answer.h - answers questions in people's own words. */
#ifndef BOT_COMMAND_ANSWER_H
#define BOT_COMMAND_ANSWER_H

#include "bot/command/command.h"

/*
 * Finds out whether a line is a question and not a command, and in which language it is; then the
 * request has no command. A question has only unknown words, or a command's name and then words
 * that this command does not take, like "leave us alone".
 */
void answer_read(struct request *request);
/* Answers the request's question in private, according to the caller's seat and the tables here. */
void answer_question(struct request *request);

#endif
