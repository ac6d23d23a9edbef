/* mitaines.h - the card game Mitaines. Sources: seeds 000, 001 and 004. */
#ifndef ENGINE_MITAINES_H
#define ENGINE_MITAINES_H

#include "engine/mitaines/state.h"

extern const struct game mitaines_game;

#endif
