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

/* The reasons why a match moves no ratings of people; the first that holds. */
enum casual {
	CASUAL_NOT,    /* it is rated */
	CASUAL_SHORT,  /* target or hands too few, see settings.rated_length */
	CASUAL_ROBOTS, /* an AI player owns a seat */
	CASUAL_HOST,   /* two people share a host and not both have accounts */
	CASUAL_SERVER, /* two accounts of one untrusted Matrix server */
	CASUAL_CHOSEN  /* opened as unrated, or a player got a hint */
};

/* Tells why a match that starts now is casual. With CASUAL_ROBOTS, AI players are rated. */
enum casual rate_casual_reason(const struct lobby *lobby, struct table *table);
/*
 * True if a match that its people end early counts as it stands: else they could undo losses to AI
 * players.
 */
bool rate_is_binding(const struct lobby *lobby, const struct table *table);
/* Decides at the start whether the match is rated. */
void rate_decide(const struct lobby *lobby, struct table *table);
/* True if the match will move ratings of people when it ends. */
bool rate_is_at_stake(const struct lobby *lobby, const struct table *table);
/* Moves the ratings once the match has ended in the store. broken: before half of it was played. */
void rate_match(
	struct lobby *lobby, struct table *table, bool broken, struct rate_changes *changes);

#endif
