/*
 * robot.h - AI players: their ids in the store, and jobs that compute their moves. A job copies all
 * it needs and finds the table by its match.
 */
#ifndef BOT_MATCH_ROBOT_H
#define BOT_MATCH_ROBOT_H

#include "bot/lobby/lobby.h"
#include "engine/player.h"

struct robot_job {
	struct job job;
	struct lobby *lobby;
	int64_t match;
	uint64_t serial; /* the table waits for this one */
	const struct game *game;
	enum level level;
	uint64_t seed;
	struct move move; /* the result */
	union any_view seen;
};

/* Return the store's id of a seat's owner or player: a person, or the AI player of its level. */
int64_t robot_owner_id(const struct lobby *lobby, const struct seat *seat);
int64_t robot_player_id(const struct lobby *lobby, const struct seat *seat);
/* Asks an AI player to move, unless a job runs already. `done` gets the job and must free it. */
void robot_request_move(struct lobby *lobby, struct table *table, void (*done)(struct job *job));

#endif
