/*
 * rate.h - which matches are rated.
 *
 * A match is rated or casual, which is decided when it starts. Ratings move when it has ended, see
 * ladder.h.
 */
#ifndef BOT_MATCH_RATE_H
#define BOT_MATCH_RATE_H

#include "bot/lobby/lobby.h"
#include "bot/match/ladder.h"

/* Why a match moves no rating of people: the first that holds. */
enum casual {
	CASUAL_NOT,    /* it is rated */
	CASUAL_SHORT,  /* its target or hands are too few: settings.rated_length */
	CASUAL_ROBOTS, /* an AI player sat down to it */
	CASUAL_HOST,   /* two play from one host, and not both by an account */
	CASUAL_SERVER, /* two have accounts of one Matrix server that is not trusted */
	CASUAL_WISHED  /* it was opened so, or somebody had a hint */
};

/* When a match starts, with who sits there. AI players are rated where it is CASUAL_ROBOTS, too. */
enum casual rate_casual(const struct lobby *lobby, struct table *table);
/*
 * True if a match that its people end early is not undone but counts as it stands: they would undo
 * what they lose to AI players.
 */
bool rate_binds(const struct lobby *lobby, const struct table *table);
/* When a match starts: settles whether it is rated. */
void rate_settle(const struct lobby *lobby, struct table *table);
/* True if the match, once it ends, moves people's ratings. */
bool rate_at_stake(const struct lobby *lobby, const struct table *table);
/* Moves them after the match has ended in the store; broken: before half of it was played. */
void rate_match(
	struct lobby *lobby, struct table *table, bool broken, struct rate_changes *changes);

#endif
