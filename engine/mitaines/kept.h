/* mitaines/kept.h - the cards that a player keeps of captured piles to count their points. */
#ifndef ENGINE_MITAINES_KEPT_H
#define ENGINE_MITAINES_KEPT_H

#include "engine/mitaines/state.h"

/* The member of struct game of that name; game.h holds its contract. */
bool mitaines_captured(const struct game *game, const struct view *view, struct captured *captured);

#endif
