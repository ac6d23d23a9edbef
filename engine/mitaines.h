/* mitaines.h - Mitaines, and the state of its tables. */
#ifndef ENGINE_MITAINES_H
#define ENGINE_MITAINES_H

#include "engine/mitaines/state.h"

extern const struct game mitaines_game;

#endif
