/* command/dispatch.h - finds the command in a line of text and runs it, for all surfaces. */
#ifndef BOT_COMMAND_DISPATCH_H
#define BOT_COMMAND_DISPATCH_H

#include "bot/command/command.h"

/* Runs a command within a batch, or suggests one for an unknown word. Returns true after a move. */
bool dispatch(struct commands *commands, const struct origin *origin, const char *asked);

/* The same in steps, for a surface with checks of its own between them. */

/*
 * Finds the command and splits the line into words. The request points into itself and into asked:
 * do not copy it.
 */
void dispatch_read(struct request *request, struct commands *commands, const struct origin *origin,
	const char *asked);
/* Runs the command of a request if it is allowed there. Returns true if it made a move. */
bool dispatch_run(struct request *request);
/* Answers an unknown word, with a similar command if there is one. */
void dispatch_answer_unknown(const struct request *request);

/* Returns the text after blanks and tabs. */
const char *dispatch_skip_blanks(const char *text);
/* Copies the first word of a text. Returns false if it is too long for a command. */
bool dispatch_read_word(const char *asked, char word[COMMAND_WORD]);
/* True if a line with this command may make a move; so may one with NULL, a card alone. */
bool dispatch_may_move(const struct command *command);
/* Frees all tutorials and invitations. */
void dispatch_close(struct commands *commands);

#endif
