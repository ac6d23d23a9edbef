/*
 * leaver.h - what it costs to leave people in the middle of a match.
 *
 * A rated match counts as left for whom gave up his seat with `leave` and did not take it back, and
 * for whom an AI player stood in at its end while others played on. Of every LEAVER_FORGIVEN rated
 * matches played to their end one left before is forgotten. Who is alone with AI players leaves
 * nobody.
 */
#ifndef BOT_LEAVER_H
#define BOT_LEAVER_H

#include "bot/command.h"

enum { LEAVER_FORGIVEN = 5 };

/* Somebody gave up a seat where others play on, or took it back: from then on he has to wait. */
void leaver_left(struct lobby *lobby, const struct person *person);
void leaver_returned(struct lobby *lobby, const struct person *person);
/* A rated match ends: counts who left it and who did not; finished: it was played to its end. */
void leaver_settle(struct lobby *lobby, const struct table *table, bool finished);
/* Whether the caller may take a seat under these terms; says for how long not. */
bool leaver_may_sit(const struct request *request, const struct terms *terms);
/* "Left 2 matches." as an answer to the request, or nothing for who left none. */
void leaver_add(struct string *out, const struct request *request, int64_t person);

#endif
