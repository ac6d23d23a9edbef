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

#include "bot/command/command.h"

enum { LEAVER_FORGIVEN = 5 };

/* A rated match ends: counts who left it and who did not; played: to the end of the game. */
void leaver_settle(struct lobby *lobby, const struct table *table, bool played);
/* Whether the caller may take a seat under these terms; says for how long not. */
bool leaver_may_sit(const struct request *request, const struct terms *terms);
/* "Left 2 matches." as an answer to the request, or nothing for who left none. */
void leaver_add(struct string *out, const struct request *request, int64_t person);

#endif
