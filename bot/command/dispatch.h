/* command/dispatch.h - from a line of text to the function that does it, for all surfaces. */
#ifndef BOT_COMMAND_DISPATCH_H
#define BOT_COMMAND_DISPATCH_H

#include "bot/command/command.h"

/*
 * Runs a command for an origin, within a batch; the answer is true once the batch is committed.
 * An unknown word is explained. Returns true if it was a move, and was made.
 */
bool dispatch(struct commands *commands, const struct origin *origin, const char *asked);

/* The same in two steps, for a surface that has checks of its own between them. */

/* Finds the command and takes the words apart. The request points into asked and the origin. */
void dispatch_read(struct request *request, struct commands *commands, const struct origin *origin,
	const char *asked);
/* Runs the command that was found, where it may be given. Returns true if it made a move. */
bool dispatch_run(struct request *request);
/* Tells what an unknown command may have meant. */
void dispatch_explain(const struct request *request);

/* Copies the first word of a text. Returns false if it is too long for a command. */
bool dispatch_word(const char *asked, char word[COMMAND_WORD]);
/* True if a line that begins with that command, or with NULL none, may make a move. */
bool dispatch_may_move(const struct command *command);
/* Frees what commands keep. */
void dispatch_close(struct commands *commands);

#endif
