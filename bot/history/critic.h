/*
 * critic.h - where points were lost in a match: its record is replayed, and every move judged by
 * the strongest player from what its seat could see.
 */
#ifndef BOT_HISTORY_CRITIC_H
#define BOT_HISTORY_CRITIC_H

#include "engine/player.h"
#include "engine/record.h"

enum { CRITIC_SLIPS = 3 };

/* A move and what it gave away against the best one. */
struct slip {
	unsigned hand;
	struct move played;
	struct move better;
	float win;    /* of the chance to win the match, 0 to 1 */
	float points; /* of the hand */
};

/* What one seat did. Points at stake are those between the best move and one made blindly. */
struct critique {
	unsigned choices; /* moves where there was more than one */
	double stake;
	double lost;
	unsigned slips;
	struct slip slip[CRITIC_SLIPS]; /* the costliest first */
};

struct critic {
	struct record record;
	struct critique seat[SEATS_MAX];
	unsigned judged; /* moves; 0: nobody knows this game well enough */
	struct opinions opinions;
};

void critic_open(struct critic *critic);
/* Judges a record's next line if it is a move, then reads it; memory: player_memory bytes. */
enum record_step critic_line(struct critic *critic, const char *line, size_t length, void *memory);
/* How much of what was at stake a seat kept, 0 to 100; -1 when it never had a choice. */
int critique_accuracy(const struct critique *critique);

#endif
