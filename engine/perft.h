/* perft.h - counts sequences of legal moves (perft), to compare two implementations of the rules */
#ifndef ENGINE_PERFT_H
#define ENGINE_PERFT_H

#include "engine/game.h"

/*
 * Returns the number of sequences of exactly `depth` legal moves from a state. Later deals of the
 * hand happen without a move. A finished hand has no moves: it counts 1 at depth 0, else 0.
 * scratch: `depth` blocks of game->state_size bytes, aligned for any type, owned by the caller.
 */
uint64_t perft(const struct game *game, const struct state *state, unsigned depth, void *scratch);

#endif
