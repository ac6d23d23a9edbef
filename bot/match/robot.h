/*
 * robot.h - the AI players at tables: their ids in the database, and the jobs that compute their
 * moves. A job has a copy of all it needs, and the number of the match, by which its table is
 * found.
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

/* Returns the database id of a seat's owner: a person, or the AI player of the seat's level. */
int64_t robot_owner_id(const struct lobby *lobby, const struct seat *seat);
/* Returns the database id of a seat's player: a person, or the AI player of the seat's level. */
int64_t robot_player_id(const struct lobby *lobby, const struct seat *seat);
/*
 * Asks an AI player for its move, unless a job runs already. `done` gets the finished job and must
 * free it.
 */
void robot_request_move(struct lobby *lobby, struct table *table, void (*done)(struct job *job));

#endif
