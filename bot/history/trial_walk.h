/*
 * trial_walk.h - deals the hands of a trial, and makes the moves of a try again (storage/trials.h).
 * Seat 0 is the person's, and the AI player deals first.
 */
#ifndef BOT_HISTORY_TRIAL_WALK_H
#define BOT_HISTORY_TRIAL_WALK_H

#include "engine/game.h"
#include "storage/trials.h"

/*
 * TRIAL_SEAT: the person's seat; the other seat is the AI player's. TRIAL_LABEL: bytes of the name
 * of a trial in the labels of its shuffles, NUL included.
 */
enum { TRIAL_SEAT = 0, TRIAL_LABEL = 40 };

/* A trial whose moves are made again. */
struct trial_walk {
	const struct store_trial *trial; /* must outlive the walk */
	const struct game *game;
	unsigned made;  /* number of moves so far */
	const char *at; /* the moves that are left */
	union any_state state;
};

/* Writes the label of a trial, from which its shuffles are made, like "daily 2026-12-01 open". */
void trial_write_label(const struct store_trial *trial, char label[TRIAL_LABEL]);
/* Shuffles the ordered deck of a hand, which counts from 1. The seed must be known. */
void trial_shuffle(const struct store_trial *trial, unsigned hand, card *deck, unsigned count);
/* Makes the deck of a hand, counted from 1, at this state of the game. Returns its number of cards.
 */
unsigned trial_deck(const struct store_trial *trial, const struct game *game,
	const struct state *state, unsigned hand, card deck[DECK_MAX]);
/*
 * Returns the mean of the points that the AI player `expert` made in the hands it played, rounded.
 * trial->pars must be above 0.
 */
int64_t trial_mean(const struct store_trial *trial);
/* True if all hands of a trial are over. */
bool trial_is_over(const struct store_trial *trial, const struct state *state);
/*
 * Begins a walk and deals the first hand. moves: as in struct store_try; must outlive the walk.
 * Returns false if the game or its preset is unknown.
 */
bool trial_walk_open(struct trial_walk *walk, const struct store_trial *trial, const char *moves);
/*
 * Reads the next move without making it. Returns false after the last move, or if it breaks the
 * rules.
 */
bool trial_walk_read(struct trial_walk *walk, struct move *move);
/* Makes the move that trial_walk_read has read, and deals the next hand if one is due. */
void trial_walk_make(struct trial_walk *walk, struct move move);

#endif
