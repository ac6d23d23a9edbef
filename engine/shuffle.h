/*
 * shuffle.h - verifiable shuffles: commit and reveal
 *
 * The bot fixes a secret seed for each hand of a match and publishes a commitment to all of them.
 * Players add nonces. HMAC-SHA256 derives each deck from its seed and nonces, so anyone can check
 * the deck after the seed is revealed. Call sodium_init before any function here.
 */
#ifndef ENGINE_SHUFFLE_H
#define ENGINE_SHUFFLE_H

#include "engine/card.h"

/* SHUFFLE_HANDS: maximum number of hands of a match, including the draw for the first dealer. */
enum { SHUFFLE_SEED = 32, SHUFFLE_COMMIT = 32, SHUFFLE_NONCE = 64, SHUFFLE_HANDS = 4096 };

/*
 * The shuffle of one hand. Hands count from 1; hand 0 is the draw for the first dealer. The hands
 * of a trial, which several people play (storage/trials.h), have one seed, and no nonces.
 */
struct shuffle {
	int64_t match;
	unsigned hand;
	const char *trial; /* "daily 2026-12-01 open" or "challenge 17"; NULL: of a match */
};

/* A player's own entropy, empty if the player gave none; without a NUL. */
struct nonce {
	uint8_t length; /* 0…SHUFFLE_NONCE bytes */
	char text[SHUFFLE_NONCE];
};

/*
 * The seeds of a match. Each seed is the hash of the next hand's seed. So the commitment fixes
 * every seed, and a revealed seed says nothing about later ones. Every SHUFFLE_STRIDE-th seed is
 * stored; the others are computed from those.
 */
enum { SHUFFLE_STRIDE = 64 };
struct shuffle_chain {
	int64_t match;
	uint8_t seed[SHUFFLE_HANDS / SHUFFLE_STRIDE][SHUFFLE_SEED]; /* seeds of hands 63, 127, … */
};

/* Computes a chain from its root, the seed of hand SHUFFLE_HANDS - 1. Takes about 1 ms. */
void shuffle_chain_open(
	struct shuffle_chain *chain, int64_t match, const uint8_t root[SHUFFLE_SEED]);
/* Computes the seed of a hand, which must be below SHUFFLE_HANDS. */
void shuffle_chain_seed(
	const struct shuffle_chain *chain, unsigned hand, uint8_t seed[SHUFFLE_SEED]);

/* Computes the commitment to the whole chain. */
void shuffle_chain_commit(const struct shuffle_chain *chain, uint8_t commit[SHUFFLE_COMMIT]);

/* Computes the commitment of the match from the seed of one hand. */
void shuffle_commit(
	struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT]);
/* Computes the commitment of a trial from its seed. trial: as in struct shuffle. */
void shuffle_commit_trial(
	const char *trial, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT]);
/* Shuffles an ordered deck of 1 to 256 cards with a hand's seed and one nonce for each seat. */
void shuffle_deck(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count);

/*
 * Derives the seed of all AI players in a hand: the first 8 bytes, most significant first, of
 * HMAC-SHA256(seed, "mitaines-think-1|MATCH|HAND"). It reveals neither the seed nor the deck. With
 * the revealed seed, anyone can reproduce the moves of AI players.
 */
uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED]);
/*
 * Derives the seed of one reply of a daily deal's AI player, likewise: HMAC-SHA256(seed,
 * "mitaines-daily-think-1", a zero byte, view). seed: of the deal; view: the text of
 * reply_write_view (engine/mitaines/reply.h).
 */
uint64_t shuffle_daily_thinking(const uint8_t seed[SHUFFLE_SEED], const char *view);

#endif
