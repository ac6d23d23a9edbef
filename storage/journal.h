/*
 * journal.h - each hand's dealer, seed and nonces, and all moves in the order they were made: from
 * these everything else can be rebuilt. A hand is there from the day its commitment is published,
 * long before it is dealt, if it ever is.
 */
#ifndef STORAGE_JOURNAL_H
#define STORAGE_JOURNAL_H

#include "storage/store.h"

struct store_hand {
	unsigned hand;   /* 0: the shuffle for the draw of the first dealer */
	unsigned dealer; /* once dealt */
	uint8_t seed[STORE_SEED];
	uint8_t commitment[STORE_SEED]; /* zeros when read: none was published */
	bool dealt;
	bool told; /* its seed was said in the channel */
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

/* Adds a hand; one that is there already is refused. */
enum store_error store_hand(struct store *store, int64_t match, const struct store_hand *row);
/* A hand that was not yet is dealt; its seed is said. */
enum store_error store_hand_dealt(
	struct store *store, int64_t match, unsigned hand, unsigned dealer);
enum store_error store_hand_told(struct store *store, int64_t match, unsigned hand);
/*
 * Steps to the next hand that nobody will play on and whose seed was not said, by match and hand: 0
 * and 0 begin, STORE_NONE ends. Hands may be told between two steps.
 */
enum store_error store_hand_untold(struct store *store, int64_t *match, unsigned *hand);
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

#endif
