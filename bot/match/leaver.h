/*
 * leaver.h - what it costs to leave people in the middle of a match.
 *
 * A rated match counts as left for the owner of a seat that was given up with `leave` and not taken
 * back, or for which an AI player stood in when the match was played to its end while others played
 * on; whoever played the seat at the time: the owner answers for a substitute. Of every
 * LEAVER_FORGIVEN rated matches played to their end one left before is forgotten. Whoever is alone
 * with AI players leaves nobody.
 */
#ifndef BOT_MATCH_LEAVER_H
#define BOT_MATCH_LEAVER_H

#include "bot/lobby/lobby.h"

enum { LEAVER_FORGIVEN = 5 };

/* A rated match ends: counts who left it and who did not; played: to the end of the game. */
void leaver_settle(struct lobby *lobby, const struct table *table, bool played);
/* Seconds until somebody may take another seat under these terms; 0: they may now. */
int64_t leaver_wait(const struct lobby *lobby, const struct person *person,
	const struct channel_settings *settings);

#endif
