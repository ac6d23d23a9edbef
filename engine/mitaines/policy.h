/*
 * mitaines/policy.h - how a strong player goes on without thinking: what play-outs follow. Each
 * action falls into a case, and is chosen as often as cases of its kind turned out well; the
 * frequencies come from `make train`.
 */
#ifndef ENGINE_MITAINES_POLICY_H
#define ENGINE_MITAINES_POLICY_H

#include "engine/mitaines/duel.h"
#include "engine/playout.h"

/* Cases: cards that lie; captures; calls; and cards on the other's contract. */
enum {
	POLICY_LIE = 0,
	POLICY_CAPTURE = POLICY_LIE + 6 * 4 * 16,
	POLICY_CALL = POLICY_CAPTURE + 6 * 16,
	POLICY_FROZEN = POLICY_CALL + 4 * 6 * 32,
	POLICY_CASES = POLICY_FROZEN + 6 * 32
};

/* How often each case is chosen, beside others that stand to choice. */
struct playout_policy {
	uint16_t weight[POLICY_CASES];
};

extern const struct playout_policy policy_trained;

/* The case of a legal action; hidden: the number of cards of each lane that were never shown. */
unsigned policy_case(
	const struct duel_rules *rules, const struct duel *duel, uint64_t hidden, unsigned action);
/* An action of the seat to act, from what that seat knows. */
unsigned policy_choose(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, struct chance *chance);
/* How often it chooses an action among all legal ones, 0…1. */
float policy_share(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, unsigned action);
/* What the AI player `greedy` does, but that it takes equal cards for equal. */
unsigned policy_greedy(const struct duel_rules *rules, const struct duel *duel);

#endif
