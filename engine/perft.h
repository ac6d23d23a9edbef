/* perft.h - counting the legal sequences of moves, the measure two engines can be compared by. */
#ifndef ENGINE_PERFT_H
#define ENGINE_PERFT_H

#include "engine/game.h"

/*
 * The number of legal sequences of exactly `depth` moves from a state. Deals in between happen by
 * themselves; a finished hand counts 1 once and has no moves. scratch: `depth` blocks of
 * game->state_size bytes each, aligned for any type, owned by the caller.
 */
uint64_t perft(const struct game *game, const struct state *state, unsigned depth, void *scratch);

#endif
