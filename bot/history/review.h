/*
 * review.h - where points were lost in a match: its record is replayed, and every move judged by
 * the strongest player from what its seat could see.
 */
#ifndef BOT_HISTORY_REVIEW_H
#define BOT_HISTORY_REVIEW_H

#include "engine/player.h"
#include "engine/record.h"

enum { REVIEW_MISTAKES = 3 };

/* A move and what it gave away against the best one. */
struct mistake {
	unsigned hand;
	struct move played;
	struct move better;
	float win;    /* of the chance to win the match, 0 to 1 */
	float points; /* of the hand */
};

/* What is thought of a move where there was a choice. */
struct verdict {
	unsigned hand, move; /* the n-th of the hand, from 1 */
	unsigned seat;
	float win;    /* how likely its side was to win the match, 0 to 1, with the best move */
	float lost;   /* of that, by the move that was made */
	float points; /* of the hand, by it */
	bool slip;    /* it cost enough to be told: */
	struct move better;
};

/* What one seat did. Points at stake are those between the best move and one made blindly. */
struct seat_review {
	unsigned choices; /* moves where there was more than one */
	double stake;
	double lost;
	unsigned mistakes;
	struct mistake mistake[REVIEW_MISTAKES]; /* the costliest first */
};

struct review {
	struct record record;
	struct seat_review seat[SEATS_MAX];
	unsigned judged;        /* moves; 0: nobody knows this game well enough */
	unsigned weighed;       /* of these, where there was a choice */
	struct verdict verdict; /* the last */
	struct opinions opinions;
	unsigned hand, move; /* the last move read */
};

void review_open(struct review *review);
/* Judges a record's next line if it is a move, then reads it; memory: player_memory bytes. */
enum record_step review_line(struct review *review, const char *line, size_t length, void *memory);
/* How much of what was at stake a seat kept, 0 to 100; -1 when it never had a choice. */
int seat_review_accuracy(const struct seat_review *seat_review);

#endif
