/* fault.h - checks the state of a game. */
#ifndef TESTS_STAGE_FAULT_H
#define TESTS_STAGE_FAULT_H

#include "engine/game.h"

/* Returns the first contradiction in a state, like "a card in two places", or NULL. For a game
 * without checks of its own, it checks only `struct state`. */
const char *game_fault(const struct game *game, const struct state *state);

#endif
