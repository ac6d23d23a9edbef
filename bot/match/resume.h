/* resume.h - rebuilds live tables from the journal when the bot starts. */
#ifndef BOT_MATCH_RESUME_H
#define BOT_MATCH_RESUME_H

#include "bot/lobby/lobby.h"

/*
 * Rebuilds the live tables of all added networks as of the last move on disk, unless they are there
 * already. Call it within a batch, before new networks connect. Sets aside a match whose journal
 * does not replay, and logs that. Returns the number of tables.
 */
size_t resume_tables(struct lobby *lobby);
/* Tells a channel once which of its matches were set aside. Call it when the bot comes in. */
void resume_tell_called_off(struct lobby *lobby, struct channel *channel);

#endif
