/*
 * secrecy.h - seals the values of a match that are secret, and writes them in the clear once they
 * are public. Only for storage/.
 *
 * The root of a match is secret until the match has ended. The seed and the moves of a hand are
 * secret until the next hand is dealt or the match has ended. Matches with the same commitment have
 * the same cards: while another one is live, all roots, seeds and moves of the match are secret.
 */
#ifndef STORAGE_SECRECY_H
#define STORAGE_SECRECY_H

#include "storage/query.h"

/* Sets *shared if another match with the same commitment is live. */
enum store_error secrecy_is_shared(struct store *store, int64_t match, bool *shared);
/*
 * Writes the public values of a match in the clear. Does the same for the matches with the same
 * commitment that waited for its end.
 */
enum store_error secrecy_reveal(struct store *store, int64_t match);
/* Seals the root of a match, and its hands and their moves from the hand `from` on. */
enum store_error secrecy_seal(struct store *store, int64_t match, unsigned from);
/* Seals the other matches that have the same commitment as a new live match. */
enum store_error secrecy_hide_siblings(struct store *store, int64_t match);

#endif
