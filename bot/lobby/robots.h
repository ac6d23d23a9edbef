/* robots.h - the AI players: their worker threads, and their ids in the database. */
#ifndef BOT_LOBBY_ROBOTS_H
#define BOT_LOBBY_ROBOTS_H

#include "bot/base/worker.h"
#include "engine/player.h"
#include "storage/store.h"

/* The AI players. All members start as zeros, except `pool`. */
struct robots {
	struct worker_pool *pool;
	int64_t id[LEVEL_COUNT]; /* ids in the database, by level */
	uint64_t last_serial;    /* serial number of the last job */
};

/* Stores a person for each level of AI player. The caller commits. now: Unix seconds. */
enum store_error robots_store_people(struct robots *robots, struct store *store, int64_t now);

#endif
