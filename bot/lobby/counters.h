/* counters.h - counters of the running bot, for metrics and `admin status`. */
#ifndef BOT_LOBBY_COUNTERS_H
#define BOT_LOBBY_COUNTERS_H

#include "bot/base/metrics.h"

/* The reasons for which a command is refused. */
enum refusal_reason {
	REFUSED_RATE,    /* rate limit */
	REFUSED_UNKNOWN, /* no such command */
	REFUSED_PLACE,   /* not allowed here: in a channel, or in private */
	REFUSED_TABLE,   /* no such table */
	REFUSED_TURN,    /* not the player's turn */
	REFUSED_RULE,    /* illegal move */
	REFUSED_SEAT,    /* seat, offer or invitation missing or taken */
	REFUSED_ORDER,   /* an operator's command that failed or is not allowed */
	REFUSED_COUNT
};

/* The counters since the start of the bot. They start as zeros. */
struct counters {
	uint64_t moves, robot_moves; /* moves by people; moves by AI players */
	uint64_t refused[REFUSED_COUNT];
	uint64_t batches_rolled_back; /* batches that failed */
	struct histogram commit;      /* duration of commits of batches with writes */
	struct histogram thinking;    /* time that AI players took to think */
};

#endif
