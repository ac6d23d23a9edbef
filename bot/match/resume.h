/* resume.h - rebuilds live tables from the journal when the bot starts. */
#ifndef BOT_MATCH_RESUME_H
#define BOT_MATCH_RESUME_H

#include "bot/lobby/lobby.h"

/*
 * Rebuilds the live tables of all added networks up to the last stored move. Skips tables that are
 * already in memory. Call it within a batch, before new networks connect. If a journal cannot be
 * replayed, logs that and sets the match aside. Also resumes the tries of trials. Returns the
 * number of tables.
 */
size_t resume_tables(struct lobby *lobby);
/*
 * Tells a channel once which of its matches were set aside. Call it when the bot enters the
 * channel.
 */
void resume_tell_called_off(struct lobby *lobby, struct channel *channel);

#endif
