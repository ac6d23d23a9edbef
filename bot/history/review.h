/*
 * review.h - finds the moves of a match that were mistakes. Replays the match's record. The
 * strongest AI player judges each move by what its seat could see.
 */
#ifndef BOT_HISTORY_REVIEW_H
#define BOT_HISTORY_REVIEW_H

#include "bot/text/catalog.h"
#include "engine/player.h"
#include "engine/record.h"

enum { REVIEW_MISTAKES = 3 };

/* A move that was worse than the best one. */
struct mistake {
	unsigned hand;
	struct move played;
	struct move better;
	float win;    /* how much the move lowered the chance of winning the match, 0 to 1 */
	float points; /* how many points of the hand the move cost */
};

/* The judgement of a move for which the player had a choice. */
struct verdict {
	unsigned hand, move; /* number of the hand; number of the move in it, from 1 */
	unsigned seat;
	float win;    /* chance to win the match with the best move, 0 to 1 */
	float lost;   /* how much the move lowered that chance, 0 to 1 */
	float points; /* how many points of the hand the move cost */
	bool slip;    /* the loss is big enough to be reported */
	bool sure;    /* it is a slip, and the judge's error cannot explain it */
	struct move played, better;
};

/* The review of one seat's moves. */
struct seat_review {
	unsigned choices; /* number of moves with a choice */
	/* sum over all moves: points of the best move minus points of an average move */
	double stake;
	/* points that the moves cost, summed up */
	double lost;
	unsigned mistakes;
	struct mistake mistake[REVIEW_MISTAKES]; /* the mistakes, costliest first */
};

struct review {
	struct record record;
	unsigned seats; /* bit set: the seats whose moves are judged; review_open sets all */
	struct seat_review seat[SEATS_MAX];
	unsigned judged;         /* number of judged moves; 0: the game has no judge */
	struct verdict *verdict; /* judgements of the moves with a choice, in order */
	unsigned verdicts, room; /* entries in `verdict`; entries for which it has memory */
	struct opinions opinions;
	unsigned hand, move; /* hand and number of the last move that was read */
	size_t at;           /* number of bytes that review_text has read */
	bool failed;         /* the text is not a record, or must not be reviewed */
};

void review_open(struct review *review);
void review_close(struct review *review);
/*
 * Reads the next line of a record. If the line is a move, judges the move before it is made.
 * memory: player_memory() bytes of working memory.
 */
enum record_step review_line(struct review *review, const char *line, size_t length, void *memory);
/*
 * Reads more lines of a record's text, up to a few moves, so that other jobs have their turn.
 */
void review_text(struct review *review, const struct string *text, void *memory);
/* True if review_text has read the whole text, or an error in it. */
bool review_is_done(const struct review *review, const struct string *text);
/*
 * Returns the costliest of the sure slips of one seat, or with SEAT_NONE of all seats. Returns NULL
 * without a sure slip.
 */
const struct verdict *review_costliest(
	const struct verdict *verdicts, unsigned count, unsigned seat);
/*
 * Returns a seat's accuracy in percent: the share of the points at stake that its moves kept.
 * Returns -1 if the seat had no choice.
 */
int seat_review_accuracy(const struct seat_review *seat_review);
/*
 * Adds what a move cost, like "−6 % to win, −14 points". Leaves out a cost of zero. win: 0 to 1;
 * points: of the hand.
 */
void review_add_costs(struct string *out, const struct catalog *catalog, struct locale locale,
	float win, float points);

#endif
