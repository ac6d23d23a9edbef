/* mitaines/kept.h - the captured cards that players keep to count their points */
#ifndef ENGINE_MITAINES_KEPT_H
#define ENGINE_MITAINES_KEPT_H

#include "engine/mitaines/state.h"

/* Member of struct game; game.h documents it. */
bool mitaines_captured(const struct game *game, const struct view *view, struct captured *captured);

#endif
