/*
 * rate.h - decides which matches are rated. A match is rated or casual; this is decided when it
 * starts. Ratings change when it has ended, see ladder.h.
 */
#ifndef BOT_MATCH_RATE_H
#define BOT_MATCH_RATE_H

#include "bot/lobby/lobby.h"
#include "bot/match/ladder.h"

/*
 * The reasons why a match does not change the ratings of people. The first one that applies is
 * used.
 */
enum casual {
	CASUAL_NOT,    /* the match is rated */
	CASUAL_GUEST,  /* a guest or a person of another network owns a seat */
	CASUAL_SHORT,  /* too few points or hands to play, see settings.rated_length */
	CASUAL_ROBOTS, /* an AI player owns a seat */
	CASUAL_HOST,   /* two owners share a host, and at least one of them has no account */
	CASUAL_SERVER, /* two owners have accounts of one untrusted server */
	CASUAL_CHOSEN  /* opened as unrated, or a player got a hint */
};

/*
 * Returns why a match that starts now is casual. With CASUAL_ROBOTS, the AI players are still
 * rated.
 */
enum casual rate_casual_reason(const struct lobby *lobby, struct table *table);
/*
 * True if a match counts as it stands when its players end it early. Without this rule, players
 * could undo their losses to AI players.
 */
bool rate_is_binding(const struct lobby *lobby, const struct table *table);
/* Decides whether a match that starts is rated. */
void rate_decide(const struct lobby *lobby, struct table *table);
/*
 * Copies the host or server of a person's present or last connection. Copies "" if it is unknown.
 */
void rate_find_host(const struct person *person, char host[STORE_ADDRESS]);
/*
 * True if two people are the same, or have the same host or untrusted server. False if one
 * is NULL.
 */
bool rate_may_be_one_person(const struct person *one, const struct person *other);
/* True if the match will change the ratings of people when it ends. */
bool rate_is_at_stake(const struct lobby *lobby, const struct table *table);
/*
 * Changes the ratings after the end of a match is stored, or queues the match while a recount is in
 * progress. broken: the match ended before half of it was played.
 */
void rate_match(
	struct lobby *lobby, struct table *table, bool broken, struct rate_changes *changes);

#endif
