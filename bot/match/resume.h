/* resume.h - live tables rebuilt from the journal when the bot starts. */
#ifndef BOT_MATCH_RESUME_H
#define BOT_MATCH_RESUME_H

#include "bot/lobby/lobby.h"

/*
 * Puts the live tables of all added networks that are not there yet back as they were after the
 * last move on disk; to be called within a batch, before networks that were added connect. A match
 * whose journal does not replay is set aside with a line in the log, and the others go on. Returns
 * how many tables there are.
 */
size_t resume_tables(struct lobby *lobby);
/* Tells a channel that the bot has come into which of its matches were set aside, once. */
void resume_tell(struct lobby *lobby, struct channel *channel);

#endif
