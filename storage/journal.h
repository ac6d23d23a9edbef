/*
 * journal.h - each hand's dealer, seed and nonces, and all moves in the order they were made: from
 * these everything else can be rebuilt. A hand is there from the day nonces for it are taken, long
 * before it is dealt, if it ever is.
 */
#ifndef STORAGE_JOURNAL_H
#define STORAGE_JOURNAL_H

#include "storage/store.h"

/* What a channel has surely heard of a match's root. The numbers are stored. */
enum store_told { STORE_UNTOLD, STORE_TOLD_COMMITMENT, STORE_TOLD_ROOT };

/* The secret from which the seeds of a match's hands are computed, and its commitment. */
struct store_root {
	uint8_t root[STORE_SEED];
	uint8_t commitment[STORE_SEED];
	enum store_told told;
};

struct store_hand {
	unsigned hand;   /* 0: the shuffle for the draw of the first dealer */
	unsigned dealer; /* once dealt */
	uint8_t seed[STORE_SEED];
	uint8_t commitment[STORE_SEED]; /* of its match; read only */
	bool dealt;
};

/* What a seat gave for a shuffle. */
struct store_nonce {
	unsigned seat;
	char text[STORE_NONCE];
};

struct store_move {
	unsigned n; /* from 1, without gaps in a match */
	unsigned hand;
	unsigned seat;
	int64_t player; /* who really made it: an AI player that stands in has an id of its own */
	int64_t at;
	char text[STORE_MOVE];
};

/* Adds the root of a match, untold; a second one is refused. */
enum store_error store_root(struct store *store, int64_t match, const struct store_root *row);
/* Reads it; STORE_NONE: the match has none. */
enum store_error store_root_of(struct store *store, int64_t match, struct store_root *row);
/* Returns STORE_OK if another match with the same commitment is live, else STORE_NONE. */
enum store_error store_root_busy(struct store *store, int64_t match);
enum store_error store_root_told(struct store *store, int64_t match, enum store_told told);
/*
 * Steps to the next match whose root, or while it is live its commitment, was not told, and says
 * what is told next: 0 begins, STORE_NONE ends. Roots may be told between two steps.
 */
enum store_error store_root_untold(struct store *store, int64_t *match, enum store_told *next);
/* Adds a hand; one that is there already is refused. */
enum store_error store_hand(struct store *store, int64_t match, const struct store_hand *row);
/* A hand that was not yet is dealt; its seed is said. */
enum store_error store_hand_dealt(
	struct store *store, int64_t match, unsigned hand, unsigned dealer);
/* What a person gives for the shuffle of a stored hand, instead of what they gave before. */
enum store_error store_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, const char *text);
/* What they gave; STORE_NONE: nothing. */
enum store_error store_nonce_of(
	struct store *store, int64_t match, unsigned hand, int64_t person, char text[STORE_NONCE]);
/* It counted, and for that seat. */
enum store_error store_nonce_used(
	struct store *store, int64_t match, unsigned hand, int64_t person, unsigned seat);
/* Reads what counted, in any order. */
enum store_error store_nonces_of(struct store *store, int64_t match, unsigned hand,
	struct store_nonce rows[STORE_SEATS], unsigned *count);
/* Adds a move of a stored hand and seat; a second move of that number is refused. */
enum store_error store_move(struct store *store, int64_t match, const struct store_move *row);
/* Read in order what begins at number from, at most limit rows. */
enum store_error store_hands_of(struct store *store, int64_t match, unsigned from,
	struct store_hand *rows, unsigned limit, unsigned *count);
enum store_error store_moves_of(struct store *store, int64_t match, unsigned from,
	struct store_move *rows, unsigned limit, unsigned *count);
/* Tells whether a person made a move of a match, by its journal. */
enum store_error store_played(struct store *store, int64_t match, bool *played);

#endif
