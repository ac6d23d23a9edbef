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

/* SHUFFLE_HANDS: the most hands of a match, the draw for the first dealer among them. */
enum { SHUFFLE_SEED = 32, SHUFFLE_COMMIT = 32, SHUFFLE_NONCE = 64, SHUFFLE_HANDS = 4096 };

/* A hand of a match, from 1; hand 0 is the draw for the first dealer. */
struct shuffle {
	int64_t match;
	unsigned hand;
};

/* A player's own entropy; a silent player's is empty. Not terminated. */
struct nonce {
	uint8_t length; /* 0…SHUFFLE_NONCE bytes */
	char text[SHUFFLE_NONCE];
};

/*
 * The seeds of a match: each is the hash of the next hand's seed. So the commitment proves every
 * seed, and no seed tells a later one. Every SHUFFLE_STRIDE-th seed is kept; the others are
 * computed from those.
 */
enum { SHUFFLE_STRIDE = 64 };
struct shuffle_chain {
	int64_t match;
	uint8_t seed[SHUFFLE_HANDS / SHUFFLE_STRIDE][SHUFFLE_SEED]; /* of hands 63, 127, … */
};

/* Computes the chain from its root, the seed of hand SHUFFLE_HANDS - 1. Takes about 1 ms. */
void shuffle_chain_open(
	struct shuffle_chain *chain, int64_t match, const uint8_t root[SHUFFLE_SEED]);
/* Writes the seed of a hand below SHUFFLE_HANDS. */
void shuffle_chain_seed(
	const struct shuffle_chain *chain, unsigned hand, uint8_t seed[SHUFFLE_SEED]);

/* Writes the commitment to the whole chain. */
void shuffle_chain_commit(const struct shuffle_chain *chain, uint8_t commit[SHUFFLE_COMMIT]);

/* Writes the match's commitment as it follows from the seed of one of its hands. */
void shuffle_commit(
	struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT]);
/* Shuffles a deck of 1 to 256 cards in order, by a hand's seed and one nonce for each seat. */
void shuffle_deck(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count);

/*
 * What the seeds of AI players in a hand are made from: the first 8 bytes, most significant first,
 * of HMAC-SHA256(seed, "mitaines-think-1|MATCH|HAND"). It tells nothing of the seed or the deck,
 * and whoever has the revealed seed can have their moves made again.
 */
uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED]);

#endif
