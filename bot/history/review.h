/*
 * review.h - finds the moves of a match that lost points.
 *
 * Replays its record. The strongest player judges each move by the view of the seat.
 */
#ifndef BOT_HISTORY_REVIEW_H
#define BOT_HISTORY_REVIEW_H

#include "engine/player.h"
#include "engine/record.h"

enum { REVIEW_MISTAKES = 3 };

/* A move that was worse than the best one. */
struct mistake {
	unsigned hand;
	struct move played;
	struct move better;
	float win;    /* chance of winning the match lost by it, 0 to 1 */
	float points; /* points of the hand lost by it */
};

/* The judgement of a move with alternatives. */
struct verdict {
	unsigned hand, move; /* the move counts from 1 in each hand */
	unsigned seat;
	float win;    /* chance of its side to win the match with the best move, 0 to 1 */
	float lost;   /* chance lost by the move, 0 to 1 */
	float points; /* points of the hand lost by the move */
	bool slip;    /* the loss is big enough to report */
	struct move better;
};

/* The moves of one seat. Points at stake: the best move against an average one, summed up. */
struct seat_review {
	unsigned choices; /* moves with alternatives */
	double stake;
	double lost;
	unsigned mistakes;
	struct mistake mistake[REVIEW_MISTAKES]; /* costliest first */
};

struct review {
	struct record record;
	struct seat_review seat[SEATS_MAX];
	unsigned judged;        /* judged moves; 0: the game has no judge */
	unsigned weighed;       /* judged moves with alternatives */
	struct verdict verdict; /* of the last such move */
	struct opinions opinions;
	unsigned hand, move; /* the last move read */
};

void review_open(struct review *review);
/* Judges a record's next line if it is a move, then reads it. memory: player_memory bytes. */
enum record_step review_line(struct review *review, const char *line, size_t length, void *memory);
/* Returns the share of its points at stake that a seat kept, 0 to 100; -1 without a choice. */
int seat_review_accuracy(const struct seat_review *seat_review);

#endif
