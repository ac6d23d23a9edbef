/*
 * mitaines/habit.h - how a strong player goes on without thinking: what play-outs follow. Each
 * action falls into a case, and is chosen as often as cases of its kind turned out well; the
 * frequencies come from `make train`.
 */
#ifndef ENGINE_MITAINES_HABIT_H
#define ENGINE_MITAINES_HABIT_H

#include "engine/mitaines/duel.h"
#include "engine/playout.h"

/* Cases: cards that lie; captures; calls; and cards on the other's contract. */
enum {
	HABIT_LIE = 0,
	HABIT_CAPTURE = HABIT_LIE + 6 * 4 * 16,
	HABIT_CALL = HABIT_CAPTURE + 6 * 16,
	HABIT_FROZEN = HABIT_CALL + 4 * 6 * 32,
	HABIT_CASES = HABIT_FROZEN + 6 * 32
};

/* How often each case is chosen, beside others that stand to choice. */
struct habit {
	uint16_t weight[HABIT_CASES];
};

extern const struct habit habit_trained;

/* The case of a legal action; hidden: the number of cards of each lane that were never shown. */
unsigned habit_case(
	const struct duel_rules *rules, const struct duel *duel, uint64_t hidden, unsigned action);
/* An action of the seat to act, from what that seat knows. */
unsigned habit_choose(const struct habit *habit, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, struct chance *chance);
/* How often it chooses an action among all legal ones, 0…1. */
float habit_share(const struct habit *habit, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, unsigned action);
/* What the AI player `greedy` does, but that it takes equal cards for equal. */
unsigned habit_greedy(const struct duel_rules *rules, const struct duel *duel);

#endif
