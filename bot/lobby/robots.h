/* robots.h - the AI players, as the lobby knows them. */
#ifndef BOT_LOBBY_ROBOTS_H
#define BOT_LOBBY_ROBOTS_H

#include "bot/base/worker.h"
#include "engine/player.h"
#include "storage/store.h"

/* Starts as zeros but for the mind. */
struct robots {
	struct worker_pool *pool;
	int64_t id[LEVEL_COUNT]; /* in the store, by level */
	uint64_t jobs;           /* serial of the last */
};

/* Makes each level a person to the store, to be committed. now: unix seconds. */
enum store_error robots_enlist(struct robots *robots, struct store *store, int64_t now);

#endif
