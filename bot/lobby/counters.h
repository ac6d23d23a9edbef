/* counters.h - counters of the running bot, for metrics and status. */
#ifndef BOT_LOBBY_COUNTERS_H
#define BOT_LOBBY_COUNTERS_H

#include "bot/base/metrics.h"

/* The reasons to refuse a command. */
enum refusal_reason {
	REFUSED_RATE,    /* rate limit */
	REFUSED_UNKNOWN, /* no such command */
	REFUSED_PLACE,   /* not allowed in a channel, or in private */
	REFUSED_TABLE,   /* no such table */
	REFUSED_TURN,    /* not the player's turn */
	REFUSED_RULE,    /* illegal move */
	REFUSED_SEAT,    /* seat, offer or invitation missing or taken */
	REFUSED_ORDER,   /* operator's command */
	REFUSED_COUNT
};

/* Starts as zeros. */
struct counters {
	uint64_t moves, robot_moves; /* of people; of AI players */
	uint64_t refused[REFUSED_COUNT];
	uint64_t batches_rolled_back; /* batches rolled back */
	struct histogram commit;      /* duration of commits with writes */
	struct histogram thinking;    /* thinking time of AI players */
};

#endif
