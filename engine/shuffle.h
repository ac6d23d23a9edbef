/*
 * shuffle.h - decks shuffled so that anybody can check them afterwards: commit and reveal.
 *
 * The bot fixes a secret seed for a hand and publishes its commitment; players add nonces; the deck
 * follows from both by HMAC-SHA256. main has called sodium_init before anything here is used.
 */
#ifndef ENGINE_SHUFFLE_H
#define ENGINE_SHUFFLE_H

#include "engine/card.h"

enum { SHUFFLE_SEED = 32, SHUFFLE_COMMIT = 32, SHUFFLE_NONCE = 64 };

/* A player's own entropy; a silent player's is empty. Not terminated. */
struct nonce {
	uint8_t length; /* 0…SHUFFLE_NONCE bytes */
	char text[SHUFFLE_NONCE];
};

/* The commitment to a seed for hand 1, 2, … (0: the draw for the deal) of a match. */
void shuffle_commit(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED],
	uint8_t commit[SHUFFLE_COMMIT]);
/*
 * Shuffles deck, which holds 1 to 256 cards in their order, as the seed and one nonce of each seat
 * in order say.
 */
void shuffle_deck(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count);

/*
 * What the seeds of AI players in a hand are made from: the first 8 bytes, most significant first,
 * of HMAC-SHA256(seed, "mitaines-think-1|MATCH|HAND"). It tells nothing of the seed or the deck,
 * and whoever has the revealed seed can have their moves made again.
 */
uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED]);

#endif
