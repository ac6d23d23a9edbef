/*
 * robot.h - the jobs that compute the moves of AI players at tables. A job has a copy of all it
 * needs, and the number of the match, by which its table is found.
 */
#ifndef BOT_MATCH_ROBOT_H
#define BOT_MATCH_ROBOT_H

#include "bot/lobby/lobby.h"
#include "engine/player.h"

struct robot_job {
	struct job job;
	struct lobby *lobby;
	int64_t match;
	uint64_t serial; /* number by which the table recognizes the job that it awaits */
	const struct game *game;
	enum level level;
	uint64_t seed;
	struct move move; /* the move that was found */
	union any_view seen;
};

/*
 * Asks an AI player for its move, unless a job runs already. `done` gets the finished job and must
 * free it.
 */
void robot_request_move(struct lobby *lobby, struct table *table, void (*done)(struct job *job));

#endif
