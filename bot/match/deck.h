/*
 * deck.h - sources of decks. A table takes its decks from one of three makers (enum deck_source):
 *
 * DECK_OWN: the match has a chain of seeds of its own. Its commitment is told when the table opens,
 * a seed once its hand is over, the root when the match has ended.
 *
 * DECK_SHARED: several matches share one chain, so they get the same decks, and the same moves get
 * the same replies of AI players. All tell the same commitment. Nonces do not count. A seed, the
 * root and the hands of a record are told once no match of the chain is live.
 *
 * DECK_LAID_OUT: the order of the cards is given, as in the tutorial. It has no
 * commitment, and such a table is not stored.
 *
 * The root lies in the store with each match of a chain, so every match resumes from its journal.
 */
#ifndef BOT_MATCH_DECK_H
#define BOT_MATCH_DECK_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"

/*
 * Prepares the decks of a new table, whose source is set: draws a root, or with a shared chain
 * copies the root of the first match. A failed write fails the batch.
 */
void deck_open(struct lobby *lobby, struct table *table);
/*
 * Writes the deck of the next hand, or of the draw for the first dealer (hand 0); card 0 is dealt
 * first. Tells the nonces that count.
 */
void deck_next(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX]);
/* Finds the source of a stored table after a restart. Returns false if its hands cannot be read. */
bool deck_resume(const struct lobby *lobby, struct table *table);
/*
 * Stores a person's nonce for the next shuffle; before the start, for the draw and the first hand.
 * It counts for the seat that they play at the shuffle. Seats are in the order of sitting down for
 * the draw, then in the order of play. Returns the hand, 0 before the start.
 */
unsigned deck_store_nonce(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce);

#endif
