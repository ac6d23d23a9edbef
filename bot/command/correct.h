/*
 * correct.h - the operators' orders to correct stored matches and people, or to close a table.
 * Without the last word --yes, an order changes nothing and only tells its effect.
 */
#ifndef BOT_COMMAND_CORRECT_H
#define BOT_COMMAND_CORRECT_H

#include "bot/command/command.h"

/* Voids an ended match: it no longer counts. */
void correct_void(struct request *request);
/* Merges two people: one of them gets everything that the other has played. */
void correct_merge(struct request *request);
/* Changes the nick or account by which a person is known. */
void correct_rename(struct request *request);
/* Closes a table that has not started. */
void correct_close(struct request *request);

#endif
