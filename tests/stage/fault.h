/* fault.h - checks the state of a game. */
#ifndef TESTS_STAGE_FAULT_H
#define TESTS_STAGE_FAULT_H

#include "engine/game.h"

/*
 * Returns NULL, or a text about the first contradiction, like "a card in two places". Checks only
 * `struct state` of a game that it does not know.
 */
const char *game_fault(const struct game *game, const struct state *state);

#endif
