/* mitaines_habit.h - how a sensible player goes on without thinking: what play-outs follow. */
#ifndef ENGINE_MITAINES_HABIT_H
#define ENGINE_MITAINES_HABIT_H

#include "engine/mitaines_duel.h"
#include "engine/playout.h"

/* An action of the seat to act, from what that seat knows. */
unsigned habit_choose(
	const struct duel_rules *rules, const struct duel *duel, struct chance *chance);

#endif
