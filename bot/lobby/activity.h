/* activity.h - what a bot has done since it was started, counted for who watches it. */
#ifndef BOT_LOBBY_ACTIVITY_H
#define BOT_LOBBY_ACTIVITY_H

#include "bot/base/metrics.h"

/* Why what somebody asks for is not done. */
enum activity_refusal {
	REFUSED_RATE,    /* they ask for too much */
	REFUSED_UNKNOWN, /* no command has that name */
	REFUSED_PLACE,   /* it is said in a channel, or in private, where it cannot be */
	REFUSED_TABLE,   /* no table is meant by it */
	REFUSED_TURN,    /* it is not their turn */
	REFUSED_RULE,    /* the game does not allow that move */
	REFUSED_SEAT,    /* seats, offers and invitations: there is none, or it is taken */
	REFUSED_ORDER,   /* of an operator */
	REFUSED_COUNT
};

/* Starts as zeros. */
struct activity {
	uint64_t moves, robot_moves; /* of people, and of AI players */
	uint64_t refused[REFUSED_COUNT];
	uint64_t lost;           /* batches that were not kept */
	struct histogram commit; /* how long it takes to keep one in which something was written */
	struct histogram thinking; /* how long AI players think */
};

#endif
