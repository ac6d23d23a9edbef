/*
 * deck.h - the sources of decks. Each table has one of two sources (enum deck_source):
 *
 * DECK_OWN: the match has its own chain of seeds. The commitment is announced when the table opens,
 * a seed once its hand is over, and the root when the match has ended.
 *
 * DECK_SHARED: several matches share one chain. They get the same decks, and the same moves get the
 * same replies of AI players. All announce the same commitment, and the nonces that players add
 * (engine/shuffle.h) do not count. Seeds, the root and the hands in records are published only once
 * no match of the chain is live.
 *
 * The root is stored with each match of a chain, so that every match can be resumed from its
 * journal.
 */
#ifndef BOT_MATCH_DECK_H
#define BOT_MATCH_DECK_H

#include "bot/lobby/lobby.h"
#include "engine/shuffle.h"

/*
 * Prepares the decks of a new table. The caller has set the source. Draws a root at random; with a
 * shared chain, copies the root of the first match. A failed write fails the batch.
 */
void deck_open(struct lobby *lobby, struct table *table);
/*
 * Writes the deck of the next hand. Hand 0 is the draw for the first dealer. Card 0 is dealt first.
 * Announces the nonces that the shuffle used.
 */
void deck_next(struct lobby *lobby, struct table *table, unsigned hand, card deck[DECK_MAX]);
/*
 * Returns a random number for choices before the start. The seed of the draw for the first dealer
 * determines it. Call it only for a stored table.
 */
uint64_t deck_chance(struct lobby *lobby, const struct table *table);
/*
 * Restores the source of a stored table's decks after a restart. Returns false if its hands cannot
 * be read.
 */
bool deck_resume(const struct lobby *lobby, struct table *table);
/*
 * Stores a person's nonce for the next shuffle; before the start, for the draw and the first hand.
 * Returns the number of that hand, 0 before the start. The nonce counts for the seat that the
 * person plays when the cards are shuffled. The draw takes the nonces of the seats in the order of
 * sitting down, later shuffles in the order of play.
 */
unsigned deck_store_nonce(struct lobby *lobby, struct table *table, const struct person *person,
	const struct nonce *nonce);

#endif
