/* mitaines/think.h - the strong AI players of Mitaines */
#ifndef ENGINE_MITAINES_THINK_H
#define ENGINE_MITAINES_THINK_H

#include "engine/mitaines/state.h"

/* Member of struct game, documented in game.h, and its memory in bytes. */
void mitaines_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions);
enum { MITAINES_THINK_MEMORY = 1 << 21 };

#endif
