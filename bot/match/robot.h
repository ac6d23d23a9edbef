/*
 * robot.h - AI players: who they are to the store, and questions on their way to one and back. A
 * question owns all it needs, and knows the table only by number.
 */
#ifndef BOT_MATCH_ROBOT_H
#define BOT_MATCH_ROBOT_H

#include "bot/lobby/lobby.h"
#include "engine/player.h"

struct robot_job {
	struct job job;
	struct lobby *lobby;
	int64_t match;
	uint64_t serial; /* whoever asked knows it again by this */
	const struct game *game;
	enum level level;
	uint64_t seed;
	struct move move; /* the answer */
	union any_view seen;
};

/* Whose seat it is to the store, and who plays it: a person, or the AI player of its level. */
int64_t robot_owner(const struct lobby *lobby, const struct seat *seat);
int64_t robot_player(const struct lobby *lobby, const struct seat *seat);
/*
 * Asks an AI player for the move of the seat to act, unless they think about it already: done gets
 * the job, to be freed.
 */
void robot_ask(struct lobby *lobby, struct table *table, void (*done)(struct job *job));

#endif
