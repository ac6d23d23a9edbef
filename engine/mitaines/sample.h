/* mitaines/sample.h - random hands of the opponent that agree with everything the player saw */
#ifndef ENGINE_MITAINES_SAMPLE_H
#define ENGINE_MITAINES_SAMPLE_H

#include "engine/mitaines/duel.h"
#include "engine/playout.h"

enum { SAMPLE_PLAYS = 24 }; /* maximum number of plays of one player in a hand */

/* A play of the opponent, with the pile before it. */
struct sample_play {
	struct duel_pile pile;
	uint64_t hidden; /* number of unshown cards of each lane before the play */
	uint8_t action;
};

struct samples {
	const struct duel_rules *rules;
	uint64_t hidden;          /* number of unshown cards of each lane */
	uint8_t other;            /* seat of the opponent */
	uint8_t held;             /* number of cards in the opponent's hand */
	uint8_t plays;            /* number of entries in `play`, oldest first */
	uint8_t unseen;           /* number of cards that the opponent may hold */
	uint8_t lane[CARD_COUNT]; /* lanes of the unseen cards; samples_draw shuffles them */
	uint8_t need[RANK_COUNT]; /* cards of each rank that the opponent's calls promise */
	uint8_t dealt;            /* number of cards that each player gets in a deal */
	uint8_t past;             /* number of plays of earlier deals, at the beginning of `play` */
	struct sample_play play[SAMPLE_PLAYS];
};

void samples_open(
	struct samples *samples, const struct duel_rules *rules, const struct mitaines_view *view);
/* Returns a random packed hand of the opponent; each possible hand is equally likely. */
uint64_t samples_draw(struct samples *samples, struct chance *chance);

#endif
