/* command/dispatch.h - finds the command in a line of text and runs it. Used by all surfaces. */
#ifndef BOT_COMMAND_DISPATCH_H
#define BOT_COMMAND_DISPATCH_H

#include "bot/command/command.h"

/*
 * First step: makes a request of a line of text, and finds the command by its first word. network:
 * the writer's network; NULL for an operator outside of networks. Do not copy the request: it
 * points into itself and into `asked`.
 */
void dispatch_find(struct request *request, struct commands *commands,
	const struct network *network, const struct origin *origin, const char *asked);
/*
 * Second step: splits the line into words, and finds out what the person means by a line without a
 * command: a card alone may be a move. Call it within a batch, when request->from has its person
 * (operators have none).
 */
void dispatch_read(struct request *request);
/*
 * Third step: runs the command of a request if it is allowed there. Returns true if the command
 * was a move.
 */
bool dispatch_run(struct request *request);
/* Answers a question. For an unknown word, suggests a similar command, if there is one. */
void dispatch_answer_unknown(struct request *request);

/* Returns the text after leading blanks and tabs. */
const char *dispatch_skip_blanks(const char *text);
/*
 * True if a line with this command may be a move. command NULL: the line has no command, and may be
 * a card alone.
 */
bool dispatch_may_move(const struct command *command);
/* Frees all exercises and invitations. */
void dispatch_close(struct commands *commands);

#endif
