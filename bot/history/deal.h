/* deal.h - a stored hand: what was promised and given for its shuffle, and its deck once more. */
#ifndef BOT_HISTORY_DEAL_H
#define BOT_HISTORY_DEAL_H

#include "engine/game.h"
#include "engine/shuffle.h"
#include "storage/journal.h"

/* A hand that was dealt: what the store keeps of it, and the deck that follows from that. */
struct deal {
	struct store_hand hand;
	struct nonce nonces[SEATS_MAX]; /* that counted, by seat */
	card deck[DECK_MAX];
	unsigned size;
	int64_t chain; /* the number that the seed is drawn for */
};

/*
 * Returns the number of the chain that several matches share, as it follows from their root. The
 * chain of one match has the match's number.
 */
int64_t deal_shared_chain(const uint8_t root[SHUFFLE_SEED]);
/* Finds the number of a match's chain, by its stored commitment. Returns STORE_NONE if no hand of
 * the match is stored. */
enum store_error deal_chain(struct store *store, int64_t match, int64_t *chain);

/* Reads a nonce: 1 to 64 bytes of UTF-8 that everybody sees and no blank; false: it is not one. */
bool deal_read_nonce(const char *word, struct nonce *nonce);
/* Reads the nonces that counted for a stored hand, by seat; STORE_DAMAGED: they are none. */
enum store_error deal_nonces(
	struct store *store, int64_t match, unsigned hand, struct nonce nonces[SEATS_MAX]);
/*
 * Shuffles a hand of a match once more, for a game's state with its options and so many seats;
 * STORE_NONE: it was not dealt, STORE_DAMAGED: what is kept of it makes no sense.
 */
enum store_error deal_again(struct store *store, int64_t match, unsigned hand,
	const struct game *game, const struct state *state, unsigned seats, struct deal *deal);

#endif
