/* fault.h - checks the state of a game. */
#ifndef TESTS_STAGE_FAULT_H
#define TESTS_STAGE_FAULT_H

#include "engine/game.h"

/*
 * Returns NULL, or a text that names what is wrong: a card in two places, or counts that differ.
 * Of a game that it does not know, checks only `struct state`.
 */
const char *game_fault(const struct game *game, const struct state *state);

#endif
