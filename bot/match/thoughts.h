/*
 * thoughts.h - searches of the AI player for trials: replies to moves, and judgments of moves.
 *
 * They run in the pool of slow jobs. The result depends on the seed of the trial and on the seat's
 * view, which has no suits where all suits play alike. So results are kept by view, in a table of
 * fixed size, and people with the same view wait for one search.
 */
#ifndef BOT_MATCH_THOUGHTS_H
#define BOT_MATCH_THOUGHTS_H

#include "bot/lobby/lobby.h"

/* The result of a search. */
struct thought {
	unsigned reply;   /* in Mitaines for two: the move, coded as in engine/mitaines/reply.h */
	struct move move; /* the move in other games */
	int32_t loss;     /* points that the judged move surely costs, in hundredths; 0: unsure */
};

struct thought_question {
	int64_t trial;
	const uint8_t *seed; /* seed of the trial: SHUFFLE_SEED bytes */
	const struct game *game;
	const struct view *view; /* view of the seat that has the turn */
	/* all moves of the trial so far; except in Mitaines for two, they identify the question */
	const char *moves;
	const struct move *judged; /* the move to judge; NULL: the reply is wanted */
	unsigned pause;            /* minimum ms until the result comes */
	/*
	 * Takes the result, on the thread of the event loop. Several exercises may await the serial
	 * number.
	 */
	void (*done)(struct lobby *lobby, uint64_t serial, const struct thought *thought);
};

/* Counts of searches since the start. */
struct thought_counts {
	uint64_t asked, searched;
};

/* Asks for a search, or for its result if it is kept. Returns the serial number of the job. */
uint64_t thoughts_ask(struct lobby *lobby, const struct thought_question *question);
/*
 * Finds the move of a thought in a view. The search may have had another view that differs only in
 * suits. Returns false if the move is illegal.
 */
bool thought_find_move(const struct thought *thought, const struct game *game,
	const struct view *view, struct move *move);
/* Returns the number of searches that have not ended. */
unsigned thoughts_count_waiting(const struct lobby *lobby);
struct thought_counts thoughts_get_counts(const struct lobby *lobby);
/* Forgets all results, before the lobby closes. */
void thoughts_close(struct lobby *lobby);

#endif
