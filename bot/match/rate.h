/*
 * rate.h - what a match does to ratings.
 *
 * A match is rated, or it is casual, which is decided when it starts. Of a rated one the ratings
 * move less the more often the same people met within a day (engine/rating.h), and nobody gains
 * who does not play it to the end.
 */
#ifndef BOT_MATCH_RATE_H
#define BOT_MATCH_RATE_H

#include "bot/lobby/lobby.h"

/* Why a match moves no rating of people: the first that holds. */
enum casual {
	CASUAL_NOT,    /* it is rated */
	CASUAL_SHORT,  /* its target or hands are too few: settings.rated_length */
	CASUAL_ROBOTS, /* an AI player sat down to it */
	CASUAL_HOST,   /* two play from one host, and not both by an account */
	CASUAL_WISHED  /* it was opened so, or somebody had a hint */
};

/* When a match starts, with who sits there. AI players are rated where it is CASUAL_ROBOTS, too. */
enum casual rate_casual(const struct lobby *lobby, struct table *table);
/* What a match did to the rating of a seat's owner, as numbers that people see. */
struct rate_change {
	unsigned seat;
	int32_t before;
	int32_t after;
};

struct rate_changes {
	unsigned count; /* of people, in the order of their seats */
	struct rate_change change[SEATS_MAX];
};

/*
 * True if a match that its people end early is not undone but counts as it stands: they would undo
 * what they lose to AI players.
 */
bool rate_binds(const struct lobby *lobby, const struct table *table);
/* When a match starts: settles whether it is rated. */
void rate_settle(const struct lobby *lobby, struct table *table);
/* True if the match, once it ends, moves people's ratings. */
bool rate_at_stake(const struct lobby *lobby, const struct table *table);
/*
 * Moves them, by the state as it is now; those of AI players where it is CASUAL_ROBOTS, too. The
 * changes start as zeros.
 */
void rate_match(struct lobby *lobby, struct table *table, struct rate_changes *changes);

#endif
