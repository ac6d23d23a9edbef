/*
 * shuffle.h - decks shuffled so that anybody can check them afterwards: commit and reveal.
 *
 * The bot fixes a secret seed for each hand and publishes a commitment to them; players add nonces;
 * a deck follows from seed and nonces by HMAC-SHA256. main has called sodium_init before anything
 * here is used.
 */
#ifndef ENGINE_SHUFFLE_H
#define ENGINE_SHUFFLE_H

#include "engine/card.h"

/* SHUFFLE_HANDS: the most of a match whose seeds are a chain, the draw for the deal among them. */
enum { SHUFFLE_SEED = 32, SHUFFLE_COMMIT = 32, SHUFFLE_NONCE = 64, SHUFFLE_HANDS = 4096 };

/*
 * How a match is committed to. The numbers are those of records and of the labels in hashes.
 * FAIR_HANDS is that of older programs, whose matches can be checked for ever.
 */
enum fairness {
	FAIR_HANDS = 1, /* a seed and a commitment for each hand */
	FAIR_MATCH = 2  /* the seeds are a chain, and the one commitment is what it leads down to */
};

/* What the hashes of a hand begin with: 1, 2, …, or 0, the draw for the deal. */
struct shuffle {
	enum fairness fairness;
	int64_t match;
	unsigned hand;
};

/* A player's own entropy; a silent player's is empty. Not terminated. */
struct nonce {
	uint8_t length; /* 0…SHUFFLE_NONCE bytes */
	char text[SHUFFLE_NONCE];
};

/*
 * The seeds of a FAIR_MATCH, of which each is the hash of the next one: so whoever has the
 * commitment can check any of them, and none tells those to come. Every so many are kept, and what
 * lies between is reckoned from them.
 */
enum { SHUFFLE_STRIDE = 64 };
struct shuffle_chain {
	int64_t match;
	uint8_t seed[SHUFFLE_HANDS / SHUFFLE_STRIDE][SHUFFLE_SEED]; /* of hands 63, 127, … */
};

/* Reckons the chain from its root, the seed of hand SHUFFLE_HANDS - 1. About a millisecond. */
void shuffle_chain_open(
	struct shuffle_chain *chain, int64_t match, const uint8_t root[SHUFFLE_SEED]);
/* The seed of a hand below SHUFFLE_HANDS. */
void shuffle_chain_seed(
	const struct shuffle_chain *chain, unsigned hand, uint8_t seed[SHUFFLE_SEED]);

/* The commitment to all of it. */
void shuffle_chain_commit(const struct shuffle_chain *chain, uint8_t commit[SHUFFLE_COMMIT]);

/* The commitment that a hand's seed fits: the hand's own, or that of the match. */
void shuffle_commit(
	struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT]);
/*
 * Shuffles deck, which holds 1 to 256 cards in their order, as the seed and one nonce of each seat
 * in order say.
 */
void shuffle_deck(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count);

/*
 * What the seeds of AI players in a hand are made from: the first 8 bytes, most significant first,
 * of HMAC-SHA256(seed, "mitaines-think-1|MATCH|HAND"). It tells nothing of the seed or the deck,
 * and whoever has the revealed seed can have their moves made again.
 */
uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED]);

#endif
