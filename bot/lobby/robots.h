/* robots.h - the AI players: their threads, and their ids in the store. */
#ifndef BOT_LOBBY_ROBOTS_H
#define BOT_LOBBY_ROBOTS_H

#include "bot/base/worker.h"
#include "engine/player.h"
#include "storage/store.h"

/* Starts as zeros but for the pool. */
struct robots {
	struct worker_pool *pool;
	int64_t id[LEVEL_COUNT]; /* in the store, by level */
	uint64_t last_serial;    /* serial of the last job */
};

/* Stores a person for each level. The caller commits. now: unix seconds. */
enum store_error robots_store_people(struct robots *robots, struct store *store, int64_t now);

#endif
