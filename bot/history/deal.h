/* deal.h - deals a stored hand again from its seed and nonces. */
#ifndef BOT_HISTORY_DEAL_H
#define BOT_HISTORY_DEAL_H

#include "engine/game.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

/* A hand that was dealt: its stored row, and the deck that follows from it. */
struct deal {
	struct store_hand hand;
	struct nonce nonces[SEATS_MAX]; /* the nonces that counted, by seat */
	card deck[DECK_MAX];
	unsigned size;
};

/*
 * Returns the number of a chain that several matches share, which follows from their root. The
 * number of a match's own chain is the number of the match.
 */
int64_t deal_shared_chain(const uint8_t root[SHUFFLE_SEED]);
/* Finds the number of a match's chain by its commitment. STORE_NONE: no hand is stored. */
enum store_error deal_find_chain(struct store *store, int64_t match, int64_t *chain);

/* Reads a nonce: 1 to 64 bytes of visible UTF-8 without blanks. Returns false for other words. */
bool deal_read_nonce(const char *word, struct nonce *nonce);
/* Reads the nonces that counted for a hand, by seat. Returns STORE_DAMAGED if one is invalid. */
enum store_error deal_load_nonces(
	struct store *store, int64_t match, unsigned hand, struct nonce nonces[SEATS_MAX]);
/*
 * Shuffles a stored hand again, by the number of its match's chain, for a game's state with its
 * options and a number of seats. Returns STORE_NONE if it was not dealt, STORE_DAMAGED if a nonce
 * is invalid.
 */
enum store_error deal_reshuffle(struct store *store, int64_t match, int64_t chain, unsigned hand,
	const struct game *game, const struct state *state, unsigned seats, struct deal *deal);

#endif
