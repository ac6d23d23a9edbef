/* deal.h - deals a stored hand again, from its seed and the nonces of its players. */
#ifndef BOT_HISTORY_DEAL_H
#define BOT_HISTORY_DEAL_H

#include "engine/game.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

/* A hand as it was dealt: the stored row, and the deck that was computed from it. */
struct deal {
	struct store_hand hand;
	struct nonce nonces[SEATS_MAX]; /* nonces that were used in the shuffle, by seat */
	card deck[DECK_MAX];
	unsigned size;
};

/*
 * Computes the number of a chain of seeds (engine/shuffle.h) that several matches share, from its
 * root. The chain of a single match has the number of the match.
 */
int64_t deal_shared_chain(const uint8_t root[SHUFFLE_SEED]);
/*
 * Finds the number of the chain that a match's commitment belongs to. Returns STORE_NONE if no hand
 * of the match is stored.
 */
enum store_error deal_find_chain(struct store *store, int64_t match, int64_t *chain);

/* Reads a nonce: 1 to 64 bytes of visible UTF-8 characters. Returns false for any other text. */
bool deal_read_nonce(const char *word, struct nonce *nonce);
/*
 * Reads the nonces that were used for a hand, by seat. Returns STORE_DAMAGED if one of them is
 * invalid.
 */
enum store_error deal_load_nonces(
	struct store *store, int64_t match, unsigned hand, struct nonce nonces[SEATS_MAX]);
/*
 * Shuffles a stored hand again, as it was shuffled at the table. chain: number of the match's
 * chain. state: a state of the game with the match's options. seats: number of players. Returns
 * STORE_NONE if the hand was not dealt, STORE_DAMAGED if a nonce is invalid.
 */
enum store_error deal_reshuffle(struct store *store, int64_t match, int64_t chain, unsigned hand,
	const struct game *game, const struct state *state, unsigned seats, struct deal *deal);

#endif
